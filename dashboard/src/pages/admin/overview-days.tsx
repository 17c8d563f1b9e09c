/** The days as a table: requests, failures, active accounts and sign-ups; the newest first. */
import { Stack, Table, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { WideTable } from '../../components/wide-table.tsx';
import { calendarDayText, numberText } from '../../formats.ts';

type Days = Answer<'GET /api/administrator/overview'>['days'];

export function OverviewDays({ days }: { readonly days: Days }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        By day
      </Title>
      <WideTable label="By day" minWidth={420}>
        <Table verticalSpacing={4} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th className="numbers">Requests</Table.Th>
              <Table.Th className="numbers">Failures</Table.Th>
              <Table.Th className="numbers">Active accounts</Table.Th>
              <Table.Th className="numbers">New sign-ups</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ day, hits, failed, accounts, signUps }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row" fw={400} className="one-line">
                  {calendarDayText(day)}
                </Table.Th>
                <Table.Td className="numbers">{numberText(hits)}</Table.Td>
                <Table.Td className="numbers">{numberText(failed)}</Table.Td>
                <Table.Td className="numbers">{numberText(accounts)}</Table.Td>
                <Table.Td className="numbers">{numberText(signUps)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Stack>
  );
}
