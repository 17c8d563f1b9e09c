/** A new scheduled job; what was typed is kept until it is made. */
import { Button, Group, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../drafts.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { tellDone } from '../toasts.tsx';
import { useApi, useChange } from '../use-api.ts';
import { PaidPlanNeeded } from './schedule/paid-plan-needed.tsx';
import { ScheduleForm } from './schedule/schedule-form.tsx';
import { draftOf, emptyValues, readScheduleDraft, writtenOf } from './schedule/schedule-values.ts';

const route = getRouteApi('/frame/schedules/new');
const draftKey = 'new-schedule';

export function NewSchedulePage() {
  const { endpoint } = route.useSearch();
  const navigate = useNavigate();
  const choices = useApi('GET /api/schedules/choices', {});
  // Who comes from an endpoint wants a schedule of that one.
  const [draft, setDraft] = useState(() =>
    endpoint === undefined ? readDraft(draftKey, readScheduleDraft) : undefined,
  );
  const create = useChange('POST /api/schedules', ({ id, name }) => {
    removeDraft(draftKey);
    tellDone(`The schedule ${name} was created.`);
    return navigate({ to: '/schedules/$id', params: { id }, ignoreBlocker: true });
  });
  const startAfresh = (): void => {
    removeDraft(draftKey);
    setDraft(undefined);
  };
  return (
    <Page title="New schedule">
      <Panel
        query={choices}
        failed="The form could not be loaded"
        height={400}
        empty={({ planRefusal }) =>
          planRefusal === null ? undefined : <PaidPlanNeeded reason={planRefusal} />
        }
      >
        {(data) => (
          <>
            {draft && (
              <Group gap="sm">
                <Text size="sm">This is what you had begun.</Text>
                <Button variant="default" size="xs" onClick={startAfresh}>
                  Start afresh
                </Button>
              </Group>
            )}
            <ScheduleForm
              key={draft ? 'draft' : 'new'}
              initial={draft ?? emptyValues(endpoint ?? '')}
              choices={data}
              action="Create the schedule"
              isBusy={create.isPending}
              error={create.error}
              cancel={{ to: '/schedules' }}
              onChange={(values) => writeDraft(draftKey, draftOf(values))}
              onSubmit={(values) => create.mutate({ body: writtenOf(values) })}
            />
          </>
        )}
      </Panel>
    </Page>
  );
}
