/** Mails as rows: recipient, subject, state, attempts, the last error, times. */
import { Anchor, Button, Table, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { numberText } from '../../formats.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

type Mail = Answer<'GET /api/administrator/mails'>['mails'][number];

interface MailTableProps {
  readonly mails: readonly Mail[];
  readonly onOpen: (id: string) => unknown;
}

export function MailTable({ mails, onOpen }: MailTableProps) {
  const retry = useChange('POST /api/administrator/mails/:id/retry', ({ recipient }) =>
    tellDone(`The mail to ${recipient} is tried again.`),
  );
  return (
    <>
      {retry.error && <ErrorNote error={retry.error} />}
      <Table.ScrollContainer minWidth={860}>
        <Table w="auto" verticalSpacing={6} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Recipient</Table.Th>
              <Table.Th>Subject</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th className="numbers">Attempts</Table.Th>
              <Table.Th>Last error</Table.Th>
              <Table.Th>Written</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Try again</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {mails.map((mail) => (
              <Table.Tr key={mail.id}>
                <Table.Td>{mail.recipient}</Table.Td>
                <Table.Td>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    mih={24}
                    ta="left"
                    onClick={() => onOpen(mail.id)}
                  >
                    {mail.subject}
                  </Anchor>
                </Table.Td>
                <Table.Td className="one-line">
                  <StateOfMail mail={mail} />
                </Table.Td>
                <Table.Td className="numbers">{numberText(mail.attempts)}</Table.Td>
                <Table.Td maw={280}>
                  <Text size="sm" lineClamp={2} {...(mail.lastError !== null && { title: mail.lastError })}>
                    {mail.lastError ?? ''}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Moment at={mail.createdAt} />
                </Table.Td>
                <Table.Td>
                  {mail.state !== 'sent' && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Try the mail to ${mail.recipient} again`}
                      onClick={() => retry.mutate({ params: { id: mail.id } })}
                    >
                      Try now
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function StateOfMail({ mail }: { readonly mail: Mail }) {
  if (mail.state === 'sent')
    return (
      <>
        sent <Moment at={mail.sentAt} />
      </>
    );
  if (mail.state === 'given up') return <Text c="var(--mantine-color-error)">given up</Text>;
  return mail.attempts === 0 ? (
    <>waiting</>
  ) : (
    <>
      next try <Moment at={mail.nextAttemptAt} />
    </>
  );
}
