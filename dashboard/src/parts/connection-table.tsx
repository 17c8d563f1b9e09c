/** The connections of an account: whose they are, whether they work, how many endpoints use them. */
import { Table } from '@mantine/core';
import { numberText } from '../formats.ts';
import { type ConnectionAnswer, ConnectionState } from './connection-state.tsx';
import { TextLink } from './links.tsx';
import { Moment } from './moment.tsx';

export function ConnectionTable({ connections }: { readonly connections: readonly ConnectionAnswer[] }) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table verticalSpacing={6} w="auto" miw={760}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Platform</Table.Th>
            <Table.Th>Account</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last check</Table.Th>
            <Table.Th className="numbers">Endpoints</Table.Th>
            <Table.Th>Connected</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} {...connection} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ConnectionRow(connection: ConnectionAnswer) {
  const { id, platformName, account, state, checkedAt, endpointCount, createdAt } = connection;
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/connections/$id" params={{ id }}>
          {platformName}
        </TextLink>
      </Table.Td>
      <Table.Td className="breaking">{account ?? 'not told'}</Table.Td>
      <Table.Td>
        <ConnectionState state={state} />
      </Table.Td>
      <Table.Td>
        <Moment at={checkedAt} />
      </Table.Td>
      <Table.Td className="numbers">{numberText(endpointCount)}</Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}
