/** Invitations that nobody has used yet; nothing where there is none. */
import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { numberText } from '../../formats.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';

export function Invitations() {
  const invitations = useApi('GET /api/administrator/invitations', { query: {} });
  const revoke = useChange('DELETE /api/administrator/invitations/:id', () =>
    tellDone('The invitation does not work any more.'),
  );
  if (!invitations.data || invitations.data.total === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations">
        Open invitations
      </Title>
      {revoke.error && <ErrorNote error={revoke.error} />}
      <Table.ScrollContainer minWidth={320}>
        <Table w="auto" verticalSpacing={6} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>Invited</Table.Th>
              <Table.Th>Ends</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Take back</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invitations.data.invitations.map(({ id, email, createdAt, endsAt }) => (
              <Table.Tr key={id}>
                <Table.Td>{email}</Table.Td>
                <Table.Td>
                  <Moment at={createdAt} />
                </Table.Td>
                <Table.Td>
                  <Moment at={endsAt} />
                </Table.Td>
                <Table.Td>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Take back the invitation of ${email}`}
                    onClick={() => revoke.mutate({ params: { id } })}
                  >
                    Take back
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {invitations.data.total > invitations.data.pageSize && (
        <Text size="sm" c="dimmed">
          The newest {numberText(invitations.data.pageSize)} of {numberText(invitations.data.total)}.
        </Text>
      )}
    </Stack>
  );
}
