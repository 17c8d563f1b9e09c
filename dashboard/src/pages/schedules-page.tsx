/** Scheduled jobs: what runs when, and what came of it. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { useApi } from '../use-api.ts';
import { PaidPlanNeeded } from './schedule/paid-plan-needed.tsx';
import { ScheduleTable } from './schedule/schedule-table.tsx';

const route = getRouteApi('/frame/schedules');

/** A run that is under way ends soon; otherwise little happens. */
const watchMs = 1_500;
const restMs = 30_000;

export function SchedulesPage() {
  const { page = 1 } = route.useSearch();
  const choices = useApi('GET /api/schedules/choices', {});
  const schedules = useApi(
    'GET /api/schedules',
    { query: { page } },
    {
      refetchInterval: ({ state }) =>
        state.data?.schedules.some(({ isRunning }) => isRunning) ? watchMs : restMs,
    },
  );
  const refusal = choices.data?.planRefusal ?? null;
  const hasSome = schedules.data !== undefined && schedules.data.total > 0;
  return (
    <Page title="Schedules" actions={hasSome && refusal === null && <NewScheduleButton />}>
      {hasSome && refusal !== null && <PaidPlanNeeded reason={refusal} />}
      <Panel
        query={schedules}
        failed="The schedules could not be loaded"
        empty={({ total }) => {
          if (total > 0) return undefined;
          return choices.isPending ? '' : <NoSchedules refusal={refusal} />;
        }}
      >
        {(data) => (
          <>
            <ScheduleTable schedules={data.schedules} />
            <Pager label="Schedules" page={page} {...data} />
          </>
        )}
      </Panel>
    </Page>
  );
}

function NewScheduleButton() {
  return (
    <Button component={Link} to="/schedules/new" leftSection={<IconPlus size={16} />}>
      New schedule
    </Button>
  );
}

function NoSchedules({ refusal }: { readonly refusal: string | null }) {
  if (refusal !== null) return <PaidPlanNeeded reason={refusal} />;
  return (
    <EmptyState
      title="No schedules yet"
      text="A schedule exports an endpoint by itself, every day, week or month, to Google Drive, a Google sheet or a webhook."
    >
      <NewScheduleButton />
    </EmptyState>
  );
}
