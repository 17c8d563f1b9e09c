/** The endpoints that use a connection, with a way to each and its address to copy. */
import { Anchor, Pagination, Table, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Answer } from '../api-client.ts';
import { CopyButton } from './copy-button.tsx';

interface UsingEndpointsProps {
  readonly connection: Answer<'GET /api/connections/:id'>;
  readonly page: number;
}

export function UsingEndpoints({ connection, page }: UsingEndpointsProps) {
  const { id, endpoints, endpointCount, pageSize } = connection;
  const navigate = useNavigate();
  if (endpointCount === 0)
    return (
      <Text c="dimmed">
        None yet.{' '}
        <Anchor component={Link} to="/new" underline="always" inherit>
          Make an endpoint
        </Anchor>
      </Text>
    );
  return (
    <>
      <Table w="auto" verticalSpacing={6} className="narrow">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Address</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {endpoints.map((endpoint) => (
            <Table.Tr key={endpoint.id}>
              <Table.Td className="breaking">
                <Anchor
                  size="sm"
                  underline="hover"
                  renderRoot={(props) => <Link to="/endpoints/$id" params={{ id: endpoint.id }} {...props} />}
                >
                  {endpoint.name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <CopyButton text={endpoint.url} what={`Copy the address of ${endpoint.name}`} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {endpointCount > pageSize && (
        <Pagination
          total={Math.ceil(endpointCount / pageSize)}
          value={page}
          onChange={(next) =>
            navigate({ to: '/connections/$id', params: { id }, search: next > 1 ? { page: next } : {} })
          }
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
  );
}
