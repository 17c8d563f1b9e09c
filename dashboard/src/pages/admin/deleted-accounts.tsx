/** Accounts that were deleted and can be restored; nothing where there is none. */
import { Button, Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Moment } from '../../components/moment.tsx';
import { numberText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';

type DeletedAccount = Answer<'GET /api/administrator/deleted-accounts'>['accounts'][number];

export function DeletedAccounts() {
  const deleted = useApi('GET /api/administrator/deleted-accounts', { query: {} });
  const restore = useChange('POST /api/administrator/deleted-accounts/:id/restore', () =>
    tellDone('The account is back.'),
  );
  const columns: readonly DataColumn<DeletedAccount>[] = [
    { label: 'E-mail', cell: ({ email }) => email },
    { label: 'Deleted', cell: ({ deletedAt }) => <Moment at={deletedAt} /> },
    { label: 'By', cell: ({ by }) => (by === 'owner' ? 'its owner' : 'an administrator') },
    { label: 'Removed for good', cell: ({ removeAt }) => <Moment at={removeAt} /> },
    {
      label: 'Restore',
      kind: 'action',
      cell: ({ id, email }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Restore ${email}`}
          onClick={() => restore.mutate({ params: { id } })}
        >
          Restore
        </Button>
      ),
    },
  ];
  if (!deleted.data || deleted.data.total === 0) return null;
  const { accounts, total, pageSize } = deleted.data;
  return (
    <Stack gap="xs" component="section" aria-labelledby="deleted-accounts">
      <Title order={2} size="h4" id="deleted-accounts">
        Deleted accounts
      </Title>
      {restore.error && <ErrorNote error={restore.error} />}
      <DataTable label="Deleted accounts" minWidth={620} columns={columns} rows={accounts} />
      {total > pageSize && (
        <Text size="sm" c="dimmed">
          The newest {numberText(pageSize)} of {numberText(total)}.
        </Text>
      )}
    </Stack>
  );
}
