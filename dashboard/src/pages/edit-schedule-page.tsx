/** Changes a scheduled job. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { tellDone } from '../toasts.tsx';
import { useApi, useChange } from '../use-api.ts';
import { ScheduleChoices } from './schedule/schedule-choices.tsx';
import { ScheduleForm } from './schedule/schedule-form.tsx';
import { valuesOf, writtenOf } from './schedule/schedule-values.ts';

const route = getRouteApi('/frame/schedules/$id/edit');

export function EditSchedulePage() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const schedule = useApi('GET /api/schedules/:id', { params: { id } });
  const change = useChange('PATCH /api/schedules/:id', () => {
    tellDone('The schedule was changed.');
    return navigate({ to: '/schedules/$id', params: { id }, ignoreBlocker: true });
  });
  return (
    <Page title="Edit schedule">
      <ScheduleChoices>
        {(data) => (
          <Panel query={schedule} failed="The schedule could not be loaded" height={400}>
            {(found) => (
              <ScheduleForm
                initial={valuesOf(found)}
                choices={data}
                action="Save"
                isBusy={change.isPending}
                error={change.error}
                cancel={{ to: '/schedules/$id', params: { id } }}
                onSubmit={(values) => change.mutate({ params: { id }, body: writtenOf(values) })}
              />
            )}
          </Panel>
        )}
      </ScheduleChoices>
    </Page>
  );
}
