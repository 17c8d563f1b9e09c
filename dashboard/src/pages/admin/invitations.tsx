/** Invitations that nobody has used yet; nothing where there is none. */
import { Button, Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Moment } from '../../components/moment.tsx';
import { numberText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';

type Invitation = Answer<'GET /api/administrator/invitations'>['invitations'][number];

export function Invitations() {
  const invitations = useApi('GET /api/administrator/invitations', { query: {} });
  const revoke = useChange('DELETE /api/administrator/invitations/:id', () =>
    tellDone('The invitation does not work any more.'),
  );
  const columns: readonly DataColumn<Invitation>[] = [
    { label: 'E-mail', cell: ({ email }) => email },
    { label: 'Invited', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { label: 'Ends', cell: ({ endsAt }) => <Moment at={endsAt} /> },
    {
      label: 'Take back',
      kind: 'action',
      cell: ({ id, email }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Take back the invitation of ${email}`}
          onClick={() => revoke.mutate({ params: { id } })}
        >
          Take back
        </Button>
      ),
    },
  ];
  if (!invitations.data || invitations.data.total === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations">
        Open invitations
      </Title>
      {revoke.error && <ErrorNote error={revoke.error} />}
      <DataTable
        label="Open invitations"
        minWidth={520}
        columns={columns}
        rows={invitations.data.invitations}
      />
      {invitations.data.total > invitations.data.pageSize && (
        <Text size="sm" c="dimmed">
          The newest {numberText(invitations.data.pageSize)} of {numberText(invitations.data.total)}.
        </Text>
      )}
    </Stack>
  );
}
