/** Parameters of the export, by name and value, with what each takes. */
import { Autocomplete, Button, Group, Input, NativeSelect, Stack, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { RemoveButton } from '../../components/remove-button.tsx';
import type { ScheduleValues } from './schedule-values.ts';

type Choices = Answer<'GET /api/schedules/choices'>['parameters'];

interface ParameterFieldsProps {
  readonly form: UseFormReturnType<ScheduleValues>;
  readonly choices: Choices;
}

export function ParameterFields({ form, choices }: ParameterFieldsProps) {
  const { parameters } = form.values;
  const used = parameters.map(({ name }) => name);
  const free = choices.find(({ name }) => !used.includes(name));
  const change = (next: ScheduleValues['parameters']): void => form.setFieldValue('parameters', next);
  return (
    <Stack gap="sm" align="flex-start">
      {parameters.map((parameter, index) => (
        <ParameterRow
          key={parameter.name}
          parameter={parameter}
          choices={choices.filter(({ name }) => name === parameter.name || !used.includes(name))}
          onChange={(changed) => change(parameters.with(index, changed))}
          onRemove={() => change(parameters.toSpliced(index, 1))}
        />
      ))}
      {form.errors['parameters'] !== undefined && (
        <Input.Error role="alert">{form.errors['parameters']}</Input.Error>
      )}
      {free && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => change([...parameters, { name: free.name, value: free.values[0] ?? '' }])}
        >
          Add a parameter
        </Button>
      )}
    </Stack>
  );
}

interface ParameterRowProps {
  readonly parameter: ScheduleValues['parameters'][number];
  /** Names that it may get, with its own. */
  readonly choices: Choices;
  readonly onChange: (parameter: ScheduleValues['parameters'][number]) => unknown;
  readonly onRemove: () => unknown;
}

function ParameterRow({ parameter, choices, onChange, onRemove }: ParameterRowProps) {
  const { name, value } = parameter;
  const choice = choices.find((each) => each.name === name);
  const common = {
    label: 'Value',
    description: choice?.meaning.replaceAll('`', ''),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    flex: '1 1 260px',
    'data-path': 'parameters',
  };
  return (
    <Group align="flex-start" gap="sm" w="100%">
      <NativeSelect
        label="Parameter"
        data={choices.map((each) => each.name)}
        value={name}
        flex="0 1 200px"
        onChange={({ currentTarget }) => {
          const chosen = choices.find((each) => each.name === currentTarget.value);
          onChange({ name: currentTarget.value, value: chosen?.values[0] ?? '' });
        }}
      />
      {name === 'sql' ? (
        <Textarea
          {...common}
          autosize
          minRows={2}
          value={value}
          onChange={({ currentTarget }) => onChange({ name, value: currentTarget.value })}
        />
      ) : (
        <Autocomplete
          {...common}
          data={choice?.values ?? []}
          value={value}
          onChange={(changed) => onChange({ name, value: changed })}
        />
      )}
      <RemoveButton label={`Remove the parameter ${name}`} mt={24} onRemove={onRemove} />
    </Group>
  );
}
