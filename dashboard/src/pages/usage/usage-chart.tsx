/** Usage of thirty days as bars, and the same numbers as a table, which is always there for those who hear it. */
import { Group, Stack, Switch, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { WideTable } from '../../components/wide-table.tsx';
import { bytesText, calendarDayText, numberText } from '../../formats.ts';
import type { UsageDay } from './day-words.ts';
import { UsageBars } from './usage-bars.tsx';

export function UsageChart({ days }: { readonly days: readonly UsageDay[] }) {
  const [isTable, setTable] = useState(false);
  const table = <DayTable days={days} />;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Legend />
        <Switch
          label="Show as a table"
          checked={isTable}
          onChange={({ currentTarget }) => setTable(currentTarget.checked)}
        />
      </Group>
      {isTable ? (
        <WideTable label="Requests by day" minWidth={480}>
          {table}
        </WideTable>
      ) : (
        <>
          <UsageBars days={days} />
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </Stack>
  );
}

function Legend() {
  return (
    <Group gap="md" className="usage-bars">
      <Sign className="hits" label="answered" />
      <Sign className="failures" label="failed" />
      <Text size="sm" c="dimmed">
        Days are in UTC
      </Text>
    </Group>
  );
}

function Sign({ className, label }: { readonly className: string; readonly label: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <svg style={{ width: 14, height: 14 }} viewBox="0 0 14 14" aria-hidden="true">
        {className === 'hits' ? (
          <rect className="hits" width="14" height="14" />
        ) : (
          <>
            <rect className="failures" x="0.5" y="0.5" width="13" height="13" fill="none" />
            <path className="failures-line" d="M0 7L7 0M0 14L14 0M7 14L14 7" strokeWidth="2" />
          </>
        )}
      </svg>
      <Text size="sm">{label}</Text>
    </Group>
  );
}

/** The newest first. */
function DayTable({ days }: { readonly days: readonly UsageDay[] }) {
  return (
    <Table verticalSpacing={4} aria-label="Requests by day (UTC)">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day (UTC)</Table.Th>
          <Table.Th className="numbers">Requests</Table.Th>
          <Table.Th className="numbers">Failed</Table.Th>
          <Table.Th className="numbers">Credits</Table.Th>
          <Table.Th className="numbers">Rows</Table.Th>
          <Table.Th className="numbers">Size</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map(({ day, hits, failed, credits, rows, bytes }) => (
          <Table.Tr key={day}>
            <Table.Td>{calendarDayText(day)}</Table.Td>
            <Table.Td className="numbers">{numberText(hits)}</Table.Td>
            <Table.Td className="numbers">{numberText(failed)}</Table.Td>
            <Table.Td className="numbers">{numberText(credits)}</Table.Td>
            <Table.Td className="numbers">{numberText(rows)}</Table.Td>
            <Table.Td className="numbers">{bytesText(bytes)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
