/** The log of an endpoint's requests, the newest first, filtered by their outcome and paged by the service. */
import { Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { NewestOlder } from '../../components/newest-older.tsx';
import { Panel } from '../../components/panel.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { useApi } from '../../use-api.ts';
import { LogRow } from './log-row.tsx';

export const statusFilters = [
  { value: 'all', label: 'All' },
  { value: 'succeeded', label: 'Answered' },
  { value: 'refused', label: '4xx' },
  { value: 'failed', label: '5xx' },
] as const;

export type StatusFilter = (typeof statusFilters)[number]['value'];

interface RequestLogProps {
  readonly id: string;
  readonly status: StatusFilter;
  readonly before: number | undefined;
  readonly refreshMs: number;
  readonly onFilter: (status: StatusFilter) => unknown;
}

export function RequestLog({ id, status, before, refreshMs, onFilter }: RequestLogProps) {
  const query = { status, ...(before !== undefined && { before }) };
  const log = useApi(
    'GET /api/endpoints/:id/hits',
    { params: { id }, query },
    // What is older does not change.
    { refetchInterval: before === undefined && refreshMs },
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Requests
        </Title>
        <SegmentedControl
          aria-label="Status"
          size="sm"
          transitionDuration={0}
          data={[...statusFilters]}
          value={status}
          onChange={(value) => onFilter(statusFilters.find((each) => each.value === value)?.value ?? 'all')}
        />
      </Group>
      <Panel
        query={log}
        failed="The requests could not be loaded"
        empty={({ hits }) => (hits.length === 0 ? <NoRequests status={status} /> : undefined)}
      >
        {({ hits, next }) => (
          <>
            <WideTable label="Requests" minWidth={900}>
              <Table verticalSpacing={6} aria-label="Requests">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th className="numbers">Status</Table.Th>
                    <Table.Th>Time</Table.Th>
                    <Table.Th>Format</Table.Th>
                    <Table.Th className="numbers">Rows</Table.Th>
                    <Table.Th className="numbers">Size</Table.Th>
                    <Table.Th className="numbers">Duration</Table.Th>
                    <Table.Th className="numbers">Credits</Table.Th>
                    <Table.Th>By</Table.Th>
                    <Table.Th>Error</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {hits.map((hit, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a hit has no id, and several may have one time.
                    <LogRow key={`${hit.at} ${index}`} hit={hit} />
                  ))}
                </Table.Tbody>
              </Table>
            </WideTable>
            <NewestOlder label="Pages of requests" before={before} next={next} />
          </>
        )}
      </Panel>
    </Stack>
  );
}

function NoRequests({ status }: { readonly status: StatusFilter }) {
  if (status === 'all')
    return (
      <EmptyState
        title="No requests yet"
        text="Every request for the data shows up here a second or two after it was answered."
      />
    );
  return <Text c="dimmed">No request with this outcome.</Text>;
}
