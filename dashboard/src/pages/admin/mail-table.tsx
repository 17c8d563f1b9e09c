/** Mails as rows: recipient, subject, state, attempts, the last error, times. */
import { Anchor, Button, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Moment } from '../../components/moment.tsx';
import { numberText } from '../../formats.ts';
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
  const columns: readonly DataColumn<Mail>[] = [
    { label: 'Recipient', cell: ({ recipient }) => recipient },
    {
      label: 'Subject',
      cell: ({ id, subject }) => (
        <Anchor component="button" type="button" size="sm" mih={24} ta="left" onClick={() => onOpen(id)}>
          {subject}
        </Anchor>
      ),
    },
    { label: 'State', kind: 'one-line', cell: (mail) => <StateOfMail mail={mail} /> },
    { label: 'Attempts', kind: 'numbers', cell: ({ attempts }) => numberText(attempts) },
    { label: 'Last error', cell: ({ lastError }) => lastError !== null && <LastError text={lastError} /> },
    { label: 'Written', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      label: 'Try again',
      kind: 'action',
      cell: ({ id, recipient, state }) =>
        state !== 'sent' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Try the mail to ${recipient} again`}
            onClick={() => retry.mutate({ params: { id } })}
          >
            Try now
          </Button>
        ),
    },
  ];
  return (
    <>
      {retry.error && <ErrorNote error={retry.error} />}
      <DataTable label="Mails" minWidth={860} columns={columns} rows={mails} />
    </>
  );
}

function LastError({ text }: { readonly text: string }) {
  return (
    <Text size="sm" maw={280} lineClamp={2} title={text}>
      {text}
    </Text>
  );
}

function StateOfMail({ mail }: { readonly mail: Mail }) {
  if (mail.state === 'sent')
    return (
      <span>
        sent <Moment at={mail.sentAt} />
      </span>
    );
  if (mail.state === 'given up') return <Text c="var(--mantine-color-error)">given up</Text>;
  return mail.attempts === 0 ? (
    <>waiting</>
  ) : (
    <span>
      next try <Moment at={mail.nextAttemptAt} />
    </span>
  );
}
