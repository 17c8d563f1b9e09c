/** The runs of a schedule, the newest first, with why they failed. */
import { Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import { bytesText, durationText, numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';
import { RunReason } from './run-reason.tsx';
import { RunResult } from './run-result.tsx';

type Run = Answer<'GET /api/schedules/:id/runs'>['runs'][number];

const watchMs = 1_000;
const restMs = 15_000;

interface RunHistoryProps {
  readonly id: string;
  readonly endpointId: string;
  readonly page: number;
}

export function RunHistory({ id, endpointId, page }: RunHistoryProps) {
  const runs = useApi(
    'GET /api/schedules/:id/runs',
    { params: { id }, query: { page } },
    { refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? watchMs : restMs) },
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        History
      </Title>
      <Panel
        query={runs}
        failed="The history could not be loaded"
        empty={({ total }) => (total === 0 ? <Text c="dimmed">It has not run yet.</Text> : undefined)}
      >
        {(data) => (
          <>
            <DataTable label="History" minWidth={760} columns={columnsOf(endpointId)} rows={data.runs} />
            <Pager label="History" page={page} {...data} />
          </>
        )}
      </Panel>
    </Stack>
  );
}

export const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

const columnsOf = (endpointId: string): readonly DataColumn<Run>[] => [
  ...columns,
  { label: 'Reason', cell: (run) => <RunReason run={run} endpointId={endpointId} /> },
];

const columns: readonly DataColumn<Run>[] = [
  { label: 'Result', cell: ({ state }) => <RunResult state={state} /> },
  { label: 'Due', kind: 'one-line', cell: ({ dueAt }) => <Moment at={dueAt} /> },
  { label: 'Started', kind: 'one-line', cell: ({ startedAt }) => <Moment at={startedAt} never="not yet" /> },
  { label: 'Duration', kind: 'numbers', cell: durationOf },
  { label: 'Rows', kind: 'numbers', cell: ({ rows }) => rows !== null && numberText(rows) },
  { label: 'Size', kind: 'numbers', cell: ({ bytes }) => bytes !== null && bytesText(bytes) },
  {
    label: 'Credits',
    kind: 'numbers',
    cell: ({ endedAt, credits }) => endedAt !== null && numberText(credits),
  },
];

function durationOf({ startedAt, endedAt }: Run): string {
  if (startedAt === null || endedAt === null) return '';
  return durationText(Date.parse(endedAt) - Date.parse(startedAt));
}
