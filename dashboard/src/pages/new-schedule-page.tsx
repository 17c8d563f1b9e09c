/** A new scheduled job; what was typed is kept until it is made. */
import { Button, Group, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../components/page.tsx';
import { readDraft, removeDraft, writeDraft } from '../drafts.ts';
import { tellDone } from '../toasts.tsx';
import { useChange } from '../use-api.ts';
import { ScheduleChoices } from './schedule/schedule-choices.tsx';
import { ScheduleForm } from './schedule/schedule-form.tsx';
import { draftOf, emptyValues, readScheduleDraft, writtenOf } from './schedule/schedule-values.ts';

const route = getRouteApi('/frame/schedules/new');
const draftKey = 'new-schedule';

export function NewSchedulePage() {
  const { endpoint, view } = route.useSearch();
  const navigate = useNavigate();
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
      <ScheduleChoices>
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
              initial={draft ?? emptyValues(endpoint ?? '', view)}
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
      </ScheduleChoices>
    </Page>
  );
}
