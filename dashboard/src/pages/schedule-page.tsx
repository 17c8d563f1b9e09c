/** One scheduled job: what it does, its next runs, its history. */
import { Button, Group } from '@mantine/core';
import { IconBolt, IconEdit, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../api-client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorNote } from '../components/error-note.tsx';
import { ButtonLink, TextLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { useApi } from '../use-api.ts';
import { DeleteSchedule } from './schedule/delete-schedule.tsx';
import { isOpen, RunHistory } from './schedule/run-history.tsx';
import { ScheduleFacts, type ShownSchedule } from './schedule/schedule-facts.tsx';
import { useScheduleChanges } from './schedule/use-schedule-changes.ts';

const route = getRouteApi('/frame/schedules/$id');

export function SchedulePage() {
  const { id } = route.useParams();
  const { page = 1 } = route.useSearch();
  const schedule = useApi('GET /api/schedules/:id', { params: { id } }, { refetchInterval: 30_000 });
  const isGone = schedule.error instanceof ApiError && schedule.error.refusal.status === 404;
  if (isGone) return <NoSuchSchedule />;
  return (
    <Panel query={schedule} failed="The schedule could not be loaded" height={400}>
      {(data) => <Shown schedule={data} page={page} />}
    </Panel>
  );
}

/** An old mail may lead here. */
function NoSuchSchedule() {
  return (
    <Page title="Schedule">
      <EmptyState title="There is no such schedule" text="It was deleted, or belongs to another account.">
        <TextLink to="/schedules">To the schedules</TextLink>
      </EmptyState>
    </Page>
  );
}

function Shown({ schedule, page }: { readonly schedule: ShownSchedule; readonly page: number }) {
  const { id, name, state } = schedule;
  const changes = useScheduleChanges(schedule);
  const newest = useApi('GET /api/schedules/:id/runs', { params: { id }, query: { page: 1 } });
  const isRunning = newest.data?.runs.some(isOpen) ?? false;
  return (
    <Page
      title={name}
      actions={
        <Group gap="xs">
          <Button
            leftSection={<IconBolt size={16} />}
            loading={changes.isStarting || isRunning}
            onClick={changes.run}
          >
            Run now
          </Button>
          {state === 'paused' ? (
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} />}
              loading={changes.isBusy}
              onClick={changes.resume}
            >
              Resume
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={16} />}
              loading={changes.isBusy}
              onClick={changes.pause}
            >
              Pause
            </Button>
          )}
          <ButtonLink
            to="/schedules/$id/edit"
            params={{ id }}
            variant="default"
            leftSection={<IconEdit size={16} />}
          >
            Edit
          </ButtonLink>
          <DeleteSchedule id={id} name={name} />
        </Group>
      }
    >
      {changes.error && <ErrorNote error={changes.error} />}
      <ScheduleFacts schedule={schedule} />
      <RunHistory id={id} endpointId={schedule.endpointId} page={page} />
    </Page>
  );
}
