/** Connections to platforms: those that stopped first, with what to do, then all of them. */
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { ConnectButtons } from '../features/connections/connect-buttons.tsx';
import { ConnectionTable } from '../features/connections/connection-table.tsx';
import { StoppedNote } from '../features/connections/stopped-note.tsx';
import { useApi } from '../use-api.ts';

const route = getRouteApi('/frame/connections');

export function ConnectionsPage() {
  const { page = 1 } = route.useSearch();
  const connections = useApi('GET /api/connections', { query: { page } });
  const hasSome = connections.data !== undefined && connections.data.total > 0;
  return (
    <Page title="Connections" actions={hasSome && <ConnectButtons />}>
      <Panel
        query={connections}
        failed="The connections could not be loaded"
        empty={(data) => (data.total === 0 ? <NoneYet /> : undefined)}
      >
        {(data) => (
          <>
            {data.connections
              .filter(({ state }) => state === 'stopped')
              .map((connection) => (
                <StoppedNote key={connection.id} connection={connection} />
              ))}
            <ConnectionTable connections={data.connections} />
            <Pager label="Connections" page={page} total={data.total} pageSize={data.pageSize} />
          </>
        )}
      </Panel>
    </Page>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title="Nothing is connected yet"
      text="A connection lets Tablecast read your tables at Airtable, Notion or Google, with the rights that you give it. You make it once; every endpoint on it then answers with the current data."
    >
      <ConnectButtons justify="center" />
    </EmptyState>
  );
}
