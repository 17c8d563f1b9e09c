/** What was done to the account and its things lately, so that its owner notices what they did not do. */
import { Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Section } from '../../components/section.tsx';
import { auditWords, targetWords } from '../../features/audit/audit-words.ts';
import { userAgentWords } from '../../features/audit/user-agent-words.ts';
import { numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';

type Activity = Answer<'GET /api/account/activity'>['entries'][number];

const people = {
  you: 'You',
  administrator: 'An administrator',
  'command line': 'The operator',
  system: 'Somebody',
} as const;

const columns: readonly DataColumn<Activity>[] = [
  {
    label: 'What',
    cell: ({ action, times, ...target }) => (
      <>
        {auditWords[action]}
        {times > 1 && ` (${numberText(times)} times)`}
        {target.kind !== 'account' && (
          <Text size="xs" c="dimmed">
            {targetWords(target)}
          </Text>
        )}
      </>
    ),
  },
  { label: 'When', kind: 'one-line', cell: ({ at }) => <Moment at={at} /> },
  {
    label: 'Who',
    cell: ({ by, address, userAgent }) => (
      <>
        {people[by]}
        {address !== null && (
          <Text size="xs" c="dimmed" title={userAgent ?? undefined}>
            {address}
            {userAgent !== null && `, ${userAgentWords(userAgent)}`}
          </Text>
        )}
      </>
    ),
  },
];

export function RecentActivity() {
  const activity = useApi('GET /api/account/activity', {});
  return (
    <Section
      title="Recent activity"
      text="What was done to your account. If it wasn't you, change your password."
    >
      <Panel query={activity} failed="The recent activity could not be loaded">
        {({ entries }) => (
          <DataTable label="Recent activity" minWidth={400} columns={columns} rows={entries} />
        )}
      </Panel>
    </Section>
  );
}
