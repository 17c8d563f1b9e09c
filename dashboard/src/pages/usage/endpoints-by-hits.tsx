/** Endpoints by their hits in this billing cycle. */
import { Stack, Table, Text, Title } from '@mantine/core';
import { TextLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';

export function EndpointsByHits({ page }: { readonly page: number }) {
  const endpoints = useApi('GET /api/usage/endpoints', { query: { page } }, { refetchInterval: 60_000 });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Endpoints this cycle
      </Title>
      <Panel
        query={endpoints}
        failed="The endpoints could not be loaded"
        empty={({ total }) => (total === 0 ? <Text c="dimmed">There is no endpoint yet.</Text> : undefined)}
      >
        {(data) => (
          <>
            <WideTable label="Endpoints this cycle" minWidth={280}>
              <Table verticalSpacing={6} aria-label="Endpoints by requests">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Endpoint</Table.Th>
                    <Table.Th className="numbers">Requests</Table.Th>
                    <Table.Th>Last request</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.endpoints.map(({ id, name, hitsThisCycle, lastHitAt }) => (
                    <Table.Tr key={id}>
                      <Table.Td className="breaking">
                        <TextLink to="/endpoints/$id/usage" params={{ id }} size="sm">
                          {name}
                        </TextLink>
                      </Table.Td>
                      <Table.Td className="numbers">{numberText(hitsThisCycle)}</Table.Td>
                      <Table.Td className="one-line">
                        <Moment at={lastHitAt} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </WideTable>
            <Pager label="Endpoints" page={page} {...data} />
          </>
        )}
      </Panel>
    </Stack>
  );
}
