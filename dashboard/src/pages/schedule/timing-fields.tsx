/** How often, on which day, at what time, in which zone. */
import { Group, NativeSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ScheduleValues } from './schedule-values.ts';
import { cadences, capitalised, lastDay, weekdays, zonesWith } from './timing-words.ts';

const days = Array.from({ length: lastDay }, (_, index) => ({
  value: String(index + 1),
  label: index + 1 === lastDay ? 'Last day of the month' : String(index + 1),
}));

export function TimingFields({ form }: { readonly form: UseFormReturnType<ScheduleValues> }) {
  const { cadence, zone } = form.values;
  return (
    <Stack gap="sm">
      <Radio.Group label="How often" {...form.getInputProps('cadence')}>
        <Group gap="lg" mt={6}>
          {cadences.map((each) => (
            <Radio key={each} value={each} label={capitalised(each)} />
          ))}
        </Group>
      </Radio.Group>
      <Group align="flex-start" gap="sm">
        {cadence === 'weekly' && (
          <NativeSelect
            label="Weekday"
            data={weekdays.map((each) => ({ value: each, label: capitalised(each) }))}
            {...form.getInputProps('weekday')}
          />
        )}
        {cadence === 'monthly' && (
          <NativeSelect
            label="Day of the month"
            description="Shorter months run on their last day."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={days}
            {...form.getInputProps('day')}
            value={String(form.values.day)}
            onChange={({ currentTarget }) => form.setFieldValue('day', Number(currentTarget.value))}
          />
        )}
        <TextInput label="Time" type="time" {...form.getInputProps('at')} />
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={100}
          data={zonesWith(zone)}
          nothingFoundMessage="No zone has this name"
          flex="1 1 200px"
          {...form.getInputProps('zone')}
        />
      </Group>
    </Stack>
  );
}
