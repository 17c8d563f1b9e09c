/** Schedules as rows, with their last result and what can be done at once. */
import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconBolt, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { RunReason } from './run-reason.tsx';
import { RunResult } from './run-result.tsx';
import { timingWords } from './timing-words.ts';
import { useScheduleChanges } from './use-schedule-changes.ts';

type ListedSchedule = Answer<'GET /api/schedules'>['schedules'][number];

const columns: readonly DataColumn<ListedSchedule>[] = [
  { label: 'Name', cell: (schedule) => <Name schedule={schedule} /> },
  { label: 'Runs', cell: ({ timing }) => timingWords(timing) },
  {
    label: 'Next run',
    kind: 'one-line',
    cell: ({ state, nextRunAt }) => (state === 'paused' ? 'Paused' : <Moment at={nextRunAt} />),
  },
  { label: 'Last result', cell: (schedule) => <LastResult schedule={schedule} /> },
  { label: 'Actions', kind: 'action', cell: (schedule) => <Actions schedule={schedule} /> },
];

export function ScheduleTable({ schedules }: { readonly schedules: readonly ListedSchedule[] }) {
  return <DataTable label="Schedules" minWidth={680} columns={columns} rows={schedules} />;
}

interface ScheduleProps {
  readonly schedule: ListedSchedule;
}

function Name({ schedule: { id, name, endpointId, endpointName, endpoint } }: ScheduleProps) {
  return (
    <div>
      <TextLink to="/schedules/$id" params={{ id }} fw={500}>
        {name}
      </TextLink>
      <Text size="xs" c="dimmed" mt={6}>
        of{' '}
        <TextLink to="/endpoints/$id" params={{ id: endpointId }} size="xs">
          {endpointName}
        </TextLink>
      </Text>
      {endpoint.problem !== null && (
        <EndpointState endpointId={endpointId} endpointName={endpointName} problem={endpoint.problem} />
      )}
    </div>
  );
}

function Actions({ schedule }: ScheduleProps) {
  const { name, state, isRunning } = schedule;
  const changes = useScheduleChanges(schedule);
  const isPaused = state === 'paused';
  return (
    <Stack gap="xs" maw={320}>
      <Group gap={6} wrap="nowrap">
        <RowAction
          label={`Run ${name} now`}
          onClick={changes.run}
          isBusy={changes.isStarting || isRunning}
          icon={<IconBolt size={16} />}
        />
        <RowAction
          label={isPaused ? `Resume ${name}` : `Pause ${name}`}
          onClick={isPaused ? changes.resume : changes.pause}
          isBusy={changes.isBusy}
          icon={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        />
      </Group>
      {changes.error && <ErrorNote error={changes.error} />}
    </Stack>
  );
}

function LastResult({ schedule: { lastRun, isRunning, endpointId } }: ScheduleProps) {
  if (isRunning) return <RunResult state="running" />;
  if (!lastRun)
    return (
      <Text span size="sm" c="dimmed">
        No run yet
      </Text>
    );
  return (
    <Stack gap={0}>
      <Group gap={6} wrap="nowrap">
        <RunResult state={lastRun.result} />
        <Moment at={lastRun.endedAt} />
      </Group>
      <RunReason run={lastRun} endpointId={endpointId} />
    </Stack>
  );
}

interface RowActionProps {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly isBusy: boolean;
  readonly onClick: () => unknown;
}

function RowAction({ label, icon, isBusy, onClick }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="md" aria-label={label} loading={isBusy} onClick={() => onClick()}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
