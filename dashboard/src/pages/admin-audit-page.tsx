/** The audit log, for administrators: who changed what, on whom, when and from where. */
import { Group, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { NewestOlder } from '../components/newest-older.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { SearchField } from '../components/search-field.tsx';
import { auditActions, auditWords } from '../features/audit/audit-words.ts';
import { useApi } from '../use-api.ts';
import { AuditTable } from './admin/audit-table.tsx';

const route = getRouteApi('/frame/admin/audit');
const choices = [
  { value: '', label: 'All actions' },
  ...auditActions.map((value) => ({ value, label: auditWords[value] })),
];

export function AdminAuditPage() {
  const { account = '', action: named, before } = route.useSearch();
  const action = auditActions.find((each) => each === named);
  const navigate = route.useNavigate();
  const entries = useApi('GET /api/administrator/audit', {
    query: { account, ...(action && { action }), ...(before !== undefined && { before }) },
  });
  const isFiltered = account !== '' || action !== undefined;
  return (
    <Page title="Audit log">
      <Group gap="sm">
        <SearchField
          label="Whole e-mail address"
          value={account}
          onSearch={(text) =>
            navigate({
              search: ({ before: _, account: __, ...rest }) => ({
                ...rest,
                ...(text !== '' && { account: text }),
              }),
              replace: true,
            })
          }
        />
        <NativeSelect
          aria-label="Action"
          data={choices}
          value={action ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = auditActions.find((each) => each === currentTarget.value);
            void navigate({
              search: ({ before: _, action: __, ...rest }) => ({
                ...rest,
                ...(chosen && { action: chosen }),
              }),
            });
          }}
        />
      </Group>
      <Panel
        query={entries}
        failed="The audit log could not be loaded"
        empty={(data) =>
          data.entries.length > 0 ? undefined : isFiltered ? (
            <EmptyState
              title="No entry matches"
              text="Enter a whole e-mail address, or choose another action."
            />
          ) : (
            <EmptyState title="No entries yet" text="Entries are kept for 400 days." />
          )
        }
      >
        {(data) => (
          <>
            <AuditTable entries={data.entries} />
            <NewestOlder label="Pages of the audit log" before={before} next={data.next} />
          </>
        )}
      </Panel>
    </Page>
  );
}
