/** The form of a schedule, for a new one and for a change. */
import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect } from 'react';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { EndpointField } from './endpoint-field.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { PlannedRuns } from './planned-runs.tsx';
import { type ScheduleValues, timingOf } from './schedule-values.ts';
import { TimingFields } from './timing-fields.tsx';
import { ViewField } from './view-field.tsx';
import { wrongField } from './wrong-field.ts';

interface ScheduleFormProps {
  readonly initial: ScheduleValues;
  readonly choices: Answer<'GET /api/schedules/choices'>;
  /** The words of the button. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly cancel:
    | { readonly to: '/schedules' }
    | { readonly to: '/schedules/$id'; readonly params: { id: string } };
  readonly onChange?: (values: ScheduleValues) => unknown;
  readonly onSubmit: (values: ScheduleValues) => unknown;
}

export function ScheduleForm(props: ScheduleFormProps) {
  const { initial, choices, action, isBusy, error, cancel, onChange, onSubmit } = props;
  const form = useForm<ScheduleValues>({
    mode: 'controlled',
    initialValues: initial,
    onValuesChange: (values) => onChange?.(values),
    validate: {
      endpointId: (value) => (value === '' ? 'Choose an endpoint.' : null),
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
    },
  });
  const wrong = error === null ? undefined : wrongField(error);
  const { setFieldError } = form;
  useEffect(() => {
    const place = error === null ? undefined : wrongField(error);
    if (!place) return;
    setFieldError(place.field, place.reason);
    focus(place.field);
  }, [error, setFieldError]);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void onSubmit(values),
        (errors) => focus(Object.keys(errors)[0]),
      )}
    >
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack maw={680}>
        <Part title="What">
          <EndpointField
            required
            {...form.getInputProps('endpointId')}
            value={form.values.endpointId}
            onChange={(endpointId) => form.setValues({ endpointId: endpointId ?? '', view: '' })}
          />
          <ViewField
            {...form.getInputProps('view')}
            endpointId={form.values.endpointId}
            value={form.values.view}
          />
          <TextInput
            label="Name"
            description="Shown in notification e-mails."
            required
            maxLength={200}
            {...form.getInputProps('name')}
          />
        </Part>
        <Part title="When">
          <TimingFields form={form} />
          <PlannedRuns timing={timingOf(form.values)} />
        </Part>
        <Part title="Where to">
          <DestinationFields form={form} hasGoogle={choices.hasGoogle} />
        </Part>
        <Part title="Parameters of the export">
          <ParameterFields form={form} choices={choices.parameters} />
        </Part>
        {error && !wrong && <ErrorNote error={error} title="The schedule could not be saved" />}
        <Group justify="flex-end">
          <ButtonLink {...cancel} variant="default">
            Cancel
          </ButtonLink>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The first field of that name. */
function focus(field: string | undefined): void {
  document.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus();
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  );
}
