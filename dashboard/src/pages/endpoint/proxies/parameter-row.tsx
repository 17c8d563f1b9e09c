/** One fixed parameter: its name, suggested, and its value. */
import { ActionIcon, Autocomplete, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Answer } from '../../../api-client.ts';

export interface Fixed {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

interface ParameterRowProps {
  readonly row: Fixed;
  readonly parameters: Answer<'GET /api/parameters'>['parameters'];
  readonly onChange: (row: Fixed) => unknown;
  readonly onRemove: () => unknown;
}

/** These mean something only beside `save_to_gsheets`. */
const sheetNames = ['spreadsheet', 'sheet'];

export function ParameterRow({ row, parameters, onChange, onRemove }: ParameterRowProps) {
  const { name, value } = row;
  // The waiting page is for who opens an address: no owner fixes it.
  const fixable = parameters.filter((each) => each.name !== 'show_wait_page');
  const suggested = parameters.find((each) => each.name === name)?.values ?? [];
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Autocomplete
        label="Parameter"
        data={[...fixable.map((each) => each.name), ...sheetNames]}
        value={name}
        w="40%"
        maxDropdownHeight={220}
        onChange={(next) => onChange({ ...row, name: next })}
      />
      <Autocomplete
        label="Value"
        data={suggested}
        value={value}
        flex={1}
        maxDropdownHeight={220}
        // Every value is possible: what is suggested does not go while another is typed.
        filter={({ options }) => options}
        onChange={(next) => onChange({ ...row, value: next })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={name === '' ? 'Remove the parameter' : `Remove the parameter ${name}`}
        onClick={() => onRemove()}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
