/** One schedule of the list, with its last result and what can be done at once. */
import { ActionIcon, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { IconBolt, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { RunResult } from './run-result.tsx';
import { timingWords } from './timing-words.ts';
import { useScheduleChanges } from './use-schedule-changes.ts';

export type ListedSchedule = Answer<'GET /api/schedules'>['schedules'][number];

export function ScheduleRow({ schedule }: { readonly schedule: ListedSchedule }) {
  const { id, name, endpointId, endpointName, timing, state, nextRunAt } = schedule;
  const changes = useScheduleChanges(schedule);
  const isPaused = state === 'paused';
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/schedules/$id" params={{ id }} fw={500}>
          {name}
        </TextLink>
        <Text size="xs" c="dimmed" mt={6}>
          of{' '}
          <TextLink to="/endpoints/$id" params={{ id: endpointId }} size="xs">
            {endpointName}
          </TextLink>
        </Text>
      </Table.Td>
      <Table.Td>{timingWords(timing)}</Table.Td>
      <Table.Td className="one-line">{isPaused ? 'Paused' : <Moment at={nextRunAt} />}</Table.Td>
      <Table.Td>
        <LastResult schedule={schedule} />
        {changes.error && <ErrorNote error={changes.error} />}
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <RowAction
            label={`Run ${name} now`}
            onClick={changes.run}
            isBusy={changes.isStarting || schedule.isRunning}
            icon={<IconBolt size={16} />}
          />
          <RowAction
            label={isPaused ? `Resume ${name}` : `Pause ${name}`}
            onClick={isPaused ? changes.resume : changes.pause}
            isBusy={changes.isBusy}
            icon={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function LastResult({ schedule: { lastRun, isRunning } }: { readonly schedule: ListedSchedule }) {
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
      {lastRun.error !== null && (
        <Text size="xs" maw={280}>
          {lastRun.error} {lastRun.data}
        </Text>
      )}
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
