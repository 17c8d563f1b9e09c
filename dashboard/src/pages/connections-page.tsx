/** Connections to platforms: those that stopped first, with what to do, then all of them. */
import { getRouteApi } from '@tanstack/react-router';
import { ConnectButtons } from '../parts/connect-buttons.tsx';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { Panel } from '../parts/panel.tsx';
import { StoppedNote } from '../parts/stopped-note.tsx';
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
