/** The outbox, for administrators: what became of every mail, and one more try. */
import { Alert, Code, Group, NativeSelect, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { SearchField } from '../components/search-field.tsx';
import { searchedFor } from '../search-parameters.ts';
import { useApi } from '../use-api.ts';
import { MailDialog } from './admin/mail-dialog.tsx';
import { MailTable } from './admin/mail-table.tsx';

const route = getRouteApi('/frame/admin/mail');
const states = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'given up', label: 'Given up' },
] as const;

export function AdminMailPage() {
  const { search = '', state, page = 1, mail } = route.useSearch();
  const navigate = route.useNavigate();
  const mails = useApi(
    'GET /api/administrator/mails',
    { query: { search, state: state ?? 'all', page } },
    { refetchInterval: 15_000 },
  );
  const show = (id: string | undefined): unknown =>
    navigate({ search: ({ mail: _, ...before }) => (id === undefined ? before : { ...before, mail: id }) });
  const isFiltered = search !== '' || state !== undefined;
  return (
    <Page title="Mail">
      {mails.data?.hasServer === false && (
        <Alert variant="outline" icon={<IconInfoCircle />} title="No mail server is set up">
          <Text size="sm">
            Mails wait here and are not sent. Set <Code>SMTP_URL</Code>, such as{' '}
            <Code>smtp://USER:PASSWORD@HOST:587</Code>, and <Code>MAIL_FROM</Code>, then start the service
            again.
          </Text>
        </Alert>
      )}
      <Group gap="sm">
        <SearchField
          label="Search by recipient"
          value={search}
          onSearch={(text) => navigate({ search: searchedFor(text), replace: true })}
        />
        <NativeSelect
          aria-label="State"
          data={[...states]}
          value={state ?? 'all'}
          onChange={({ currentTarget }) => {
            const chosen = states.find(({ value }) => value === currentTarget.value)?.value ?? 'all';
            void navigate({
              search: ({ page: _, state: __, ...rest }) => ({
                ...rest,
                ...(chosen !== 'all' && { state: chosen }),
              }),
            });
          }}
        />
      </Group>
      <Panel
        query={mails}
        failed="The mails could not be loaded"
        empty={({ total }) =>
          total > 0 ? undefined : isFiltered ? (
            <EmptyState title="No mail matches" text="Try another state, or part of the e-mail address." />
          ) : (
            <EmptyState title="No mail yet" text="Mails are kept for 90 days." />
          )
        }
      >
        {(data) => (
          <>
            <MailTable mails={data.mails} onOpen={show} />
            <Pager label="Mails" page={page} total={data.total} pageSize={data.pageSize} />
          </>
        )}
      </Panel>
      <MailDialog id={mail} onClose={() => show(undefined)} />
    </Page>
  );
}
