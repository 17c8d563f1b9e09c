/** Endpoints that are slow or fail, each with its account. */
import { Stack, Table, Text, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { WideTable } from '../../components/wide-table.tsx';
import { durationText, numberText } from '../../formats.ts';
import { AccountLink } from './account-link.tsx';

interface TroubledEndpointsProps {
  readonly title: string;
  readonly endpoints: Answer<'GET /api/administrator/overview'>['slowest'];
}

export function TroubledEndpoints({ title, endpoints }: TroubledEndpointsProps) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {endpoints.length === 0 && <Text c="dimmed">None.</Text>}
      {endpoints.length > 0 && (
        <WideTable label={title} minWidth={420}>
          <Table verticalSpacing={4} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Endpoint</Table.Th>
                <Table.Th>Account</Table.Th>
                <Table.Th className="numbers">Requests</Table.Th>
                <Table.Th className="numbers">Failures</Table.Th>
                <Table.Th className="numbers">Average time</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {endpoints.map(({ id, name, accountId, email, hits, failed, averageMs }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={400} className="address">
                    {name}
                  </Table.Th>
                  <Table.Td>
                    <AccountLink id={accountId} email={email} />
                  </Table.Td>
                  <Table.Td className="numbers">{numberText(hits)}</Table.Td>
                  <Table.Td className="numbers">{numberText(failed)}</Table.Td>
                  <Table.Td className="numbers">{durationText(averageMs)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
    </Stack>
  );
}
