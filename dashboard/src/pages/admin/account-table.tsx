/** Accounts as rows: address, state, plan, credits, endpoints, times. */
import { Anchor, Badge, Group, Table } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { numberText } from '../../formats.ts';
import { Moment } from '../../parts/moment.tsx';
import { StateText } from './state-text.tsx';

interface AccountTableProps {
  readonly accounts: Answer<'GET /api/administrator/accounts'>['accounts'];
  readonly onOpen: (id: string) => unknown;
}

export function AccountTable({ accounts, onOpen }: AccountTableProps) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table w="auto" verticalSpacing={6} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Address</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Plan</Table.Th>
            <Table.Th className="numbers">Credits</Table.Th>
            <Table.Th className="numbers">Endpoints</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last visit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Table.Tr key={account.id}>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    mih={24}
                    onClick={() => onOpen(account.id)}
                    ta="left"
                  >
                    {account.email}
                  </Anchor>
                  {account.isAdministrator && (
                    <Badge
                      variant="outline"
                      color="gray"
                      tt="none"
                      miw="max-content"
                      c="var(--mantine-color-text)"
                    >
                      administrator
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td>
                <StateText state={account.state} />
              </Table.Td>
              <Table.Td>{account.planLabel}</Table.Td>
              <Table.Td className="numbers">
                {account.credits === null ? 'no limit' : numberText(account.credits)}
              </Table.Td>
              <Table.Td className="numbers">{numberText(account.endpoints)}</Table.Td>
              <Table.Td>
                <Moment at={account.createdAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={account.lastVisitAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
