/** Where the account is signed in, with a way to end each session and all others. */
import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Section } from '../../components/section.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { userAgentWords } from '../../features/audit/user-agent-words.ts';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';

type Session = Answer<'GET /api/account/sessions'>['sessions'][number];

export function Sessions() {
  const sessions = useApi('GET /api/account/sessions', {});
  const endOthers = useChange('DELETE /api/account/sessions', () =>
    tellDone('All other sessions have ended.'),
  );
  return (
    <Section title="Sessions" text="Where you are signed in.">
      <Panel query={sessions} failed="The sessions could not be loaded">
        {(data) => (
          <>
            <WideTable label="All sessions" minWidth={300}>
              <Table verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Browser</Table.Th>
                    <Table.Th>Last seen</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>End</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.sessions.map((session) => (
                    <SessionRow key={session.id} session={session} />
                  ))}
                </Table.Tbody>
              </Table>
            </WideTable>
            {endOthers.error && <ErrorNote error={endOthers.error} />}
            {data.sessions.length > 1 && (
              <Group>
                <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                  End all others
                </Button>
              </Group>
            )}
          </>
        )}
      </Panel>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const end = useChange('DELETE /api/account/sessions/:id', () => tellDone('The session has ended.'));
  const { id, userAgent, address, lastSeenAt, isCurrent } = session;
  const words = userAgentWords(userAgent);
  return (
    <Table.Tr>
      <Table.Td title={userAgent}>
        {words}
        <Text size="xs" c="dimmed">
          {address}
        </Text>
      </Table.Td>
      <Table.Td>
        <Moment at={lastSeenAt} />
      </Table.Td>
      <Table.Td>
        {isCurrent ? (
          <Text size="sm" fw={600}>
            this one
          </Text>
        ) : (
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id } })}
            aria-label={`End the session of ${words}`}
          >
            End
          </Button>
        )}
        {end.error && <ErrorNote error={end.error} />}
      </Table.Td>
    </Table.Tr>
  );
}
