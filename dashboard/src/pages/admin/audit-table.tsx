/** The audit log as rows: when, who, what, on what, whose account, from where. */
import { Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { auditWords, targetWords } from '../../features/audit/audit-words.ts';
import { userAgentWords } from '../../features/audit/user-agent-words.ts';
import { numberText } from '../../formats.ts';

type Entry = Answer<'GET /api/administrator/audit'>['entries'][number];

const columns: readonly DataColumn<Entry>[] = [
  { label: 'What', kind: 'one-line', cell: (entry) => <What entry={entry} /> },
  { label: 'When', kind: 'one-line', cell: ({ at }) => <Moment at={at} /> },
  { label: 'Who', cell: ({ actor }) => actor },
  {
    label: 'On what',
    cell: (entry) => (
      <>
        {targetWords(entry)}
        <Details entry={entry} />
      </>
    ),
  },
  { label: 'Account', cell: ({ account }) => account ?? '' },
  { label: 'From where', cell: (entry) => <FromWhere entry={entry} /> },
];

export function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
  return <DataTable label="Audit log" minWidth={900} columns={columns} rows={entries} />;
}

function What({ entry: { action, times } }: { readonly entry: Entry }) {
  return (
    <span title={action}>
      {auditWords[action]}
      {times > 1 && ` (${numberText(times)} times)`}
    </span>
  );
}

function Details({ entry: { details } }: { readonly entry: Entry }) {
  const words = Object.entries(details).map(
    ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value ?? 'none')}`,
  );
  if (words.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" maw={260} style={{ overflowWrap: 'anywhere' }}>
      {words.join(' · ')}
    </Text>
  );
}

function FromWhere({ entry: { address, userAgent } }: { readonly entry: Entry }) {
  if (address === null) return null;
  return (
    <>
      {address}
      {userAgent !== null && (
        <Text size="xs" c="dimmed" title={userAgent}>
          {userAgentWords(userAgent)}
        </Text>
      )}
    </>
  );
}
