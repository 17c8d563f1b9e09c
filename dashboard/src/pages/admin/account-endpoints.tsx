/** The endpoints of an account with what their requests get, and the ways to its mails and its audit log. */
import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { TextLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { countText, numberText } from '../../formats.ts';
import { sourceOf } from '../../sources.ts';
import { useApi } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';

export function AccountEndpoints({ account }: { readonly account: AccountDetails }) {
  const { id, email } = account;
  const endpoints = useApi('GET /api/administrator/accounts/:id/endpoints', { params: { id }, query: {} });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Endpoints
      </Title>
      <Panel query={endpoints} failed="The endpoints could not be loaded" empty={emptyText}>
        {({ endpoints: rows, total }) => (
          <>
            <WideTable label="Endpoints of the account" minWidth={420}>
              <Table verticalSpacing={4}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Source</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th className="numbers">Requests</Table.Th>
                    <Table.Th>Last used</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Th scope="row" fw={400} className="address">
                        {row.name}
                      </Table.Th>
                      <Table.Td>{sourceOf(row.source).label}</Table.Td>
                      <Table.Td>{row.problem ?? 'Working'}</Table.Td>
                      <Table.Td className="numbers">{numberText(row.hitsThisCycle)}</Table.Td>
                      <Table.Td>
                        <Moment at={row.lastHitAt} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </WideTable>
            {total > rows.length && (
              <Text size="sm" c="dimmed">
                And {countText(total - rows.length, 'more endpoint', 'more endpoints')}.
              </Text>
            )}
          </>
        )}
      </Panel>
      <Group gap="md">
        <TextLink to="/admin/mail" search={{ search: email }} size="sm" underline="always">
          Its e-mails
        </TextLink>
        <TextLink to="/admin/audit" search={{ account: email }} size="sm" underline="always">
          Its audit log
        </TextLink>
      </Group>
    </Stack>
  );
}

const emptyText = ({ total }: { readonly total: number }) =>
  total === 0 ? <Text c="dimmed">No endpoints.</Text> : undefined;
