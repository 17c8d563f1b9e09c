/** The runs of a schedule, the newest first, with why they failed. */
import { Anchor, Stack, Table, Text, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { bytesText, durationText, numberText } from '../../formats.ts';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Panel } from '../../parts/panel.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { useApi } from '../../use-api.ts';
import { RunResult } from './run-result.tsx';

type Run = Answer<'GET /api/schedules/:id/runs'>['runs'][number];

const watchMs = 1_000;
const restMs = 15_000;

interface RunHistoryProps {
  readonly id: string;
  readonly page: number;
}

export function RunHistory({ id, page }: RunHistoryProps) {
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
            <RunTable runs={data.runs} />
            <Pager label="History" page={page} {...data} />
          </>
        )}
      </Panel>
    </Stack>
  );
}

export const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

function RunTable({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <WideTable label="History" minWidth={760}>
      <Table verticalSpacing={6} w="auto" aria-label="History">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Result</Table.Th>
            <Table.Th>Due</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th className="numbers">Duration</Table.Th>
            <Table.Th className="numbers">Rows</Table.Th>
            <Table.Th className="numbers">Size</Table.Th>
            <Table.Th className="numbers">Credits</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const { state, dueAt, startedAt, endedAt, rows, bytes, credits } = run;
  const ms = startedAt !== null && endedAt !== null ? Date.parse(endedAt) - Date.parse(startedAt) : null;
  return (
    <Table.Tr>
      <Table.Td>
        <RunResult state={state} />
      </Table.Td>
      <Table.Td className="one-line">
        <Moment at={dueAt} />
      </Table.Td>
      <Table.Td className="one-line">
        <Moment at={startedAt} never="not yet" />
      </Table.Td>
      <Table.Td className="numbers">{ms === null ? '' : durationText(ms)}</Table.Td>
      <Table.Td className="numbers">{rows === null ? '' : numberText(rows)}</Table.Td>
      <Table.Td className="numbers">{bytes === null ? '' : bytesText(bytes)}</Table.Td>
      <Table.Td className="numbers">{endedAt === null ? '' : credits}</Table.Td>
      <Table.Td>
        <Reason run={run} />
      </Table.Td>
    </Table.Tr>
  );
}

function Reason({ run: { error, data, help } }: { readonly run: Run }) {
  if (error === null) return null;
  return (
    <Text size="sm" maw={420}>
      {error} {data}{' '}
      {help !== null && (
        <Anchor href={help} target="_blank" size="sm" underline="always">
          What this means
        </Anchor>
      )}
    </Text>
  );
}
