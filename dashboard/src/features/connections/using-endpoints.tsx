/** The endpoints that use a connection, with a way to each and its address to copy. */
import { Table, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { TextLink } from '../../components/links.tsx';
import { Pager } from '../../components/pager.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { EndpointState } from '../states/endpoint-state.tsx';

interface UsingEndpointsProps {
  readonly connection: Answer<'GET /api/connections/:id'>;
  readonly page: number;
}

export function UsingEndpoints({ connection, page }: UsingEndpointsProps) {
  const { endpoints, endpointCount, pageSize } = connection;
  if (endpointCount === 0)
    return (
      <Text c="dimmed">
        None yet.{' '}
        <TextLink to="/new" underline="always" inherit>
          Make an endpoint
        </TextLink>
      </Text>
    );
  return (
    <>
      <WideTable label="Endpoints that use it" minWidth={320}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>URL</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {endpoints.map((endpoint) => (
              <Table.Tr key={endpoint.id}>
                <Table.Td className="breaking">
                  <TextLink to="/endpoints/$id" params={{ id: endpoint.id }}>
                    {endpoint.name}
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  <EndpointState
                    endpointId={endpoint.id}
                    endpointName={endpoint.name}
                    problem={endpoint.problem}
                  />
                </Table.Td>
                <Table.Td>
                  <CopyButton text={endpoint.url} what={`Copy the URL of ${endpoint.name}`} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
      <Pager label="Endpoints that use it" page={page} total={endpointCount} pageSize={pageSize} />
    </>
  );
}
