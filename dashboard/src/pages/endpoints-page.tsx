/** The list of endpoints. */
import { Alert, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useApi } from '../use-api.ts';

export function EndpointsPage() {
  const endpoints = useApi('GET /api/endpoints', { query: {} });
  return (
    <Stack>
      <Title order={1} size="h3">
        Endpoints
      </Title>
      {endpoints.isPending && <Skeleton height={160} />}
      {endpoints.isError && (
        <Alert color="red" title="The list could not be loaded">
          {endpoints.error.message}
        </Alert>
      )}
      {endpoints.data?.total === 0 && <Text c="dimmed">There is none yet.</Text>}
      {endpoints.data && endpoints.data.total > 0 && (
        <Table w="auto" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Source</Table.Th>
              <Table.Th>Format</Table.Th>
              <Table.Th className="numbers">Hits</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {endpoints.data.endpoints.map((endpoint) => (
              <Table.Tr key={endpoint.id}>
                <Table.Td>{endpoint.name}</Table.Td>
                <Table.Td>{endpoint.source}</Table.Td>
                <Table.Td>{endpoint.type}</Table.Td>
                <Table.Td className="numbers">{endpoint.hitsThisCycle.toLocaleString()}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
