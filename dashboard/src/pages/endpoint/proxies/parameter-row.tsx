/** One fixed parameter: its name, suggested, and its value. */
import { ActionIcon, Autocomplete, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

export interface Fixed {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

interface ParameterRowProps {
  readonly row: Fixed;
  /** Values of `type`. */
  readonly formats: readonly string[];
  readonly onChange: (row: Fixed) => unknown;
  readonly onRemove: () => unknown;
}

/** Those of contract 4.6 that can be fixed. */
const names = [
  'type',
  'sql',
  'nest_json',
  'filename_timestamp',
  'extract_json_property',
  'all_fields',
  'save_to_gdrive',
  'save_to_gsheets',
  'spreadsheet',
  'sheet',
  'email_me',
];

const values: Readonly<Record<string, readonly string[]>> = {
  sql: ['SELECT * FROM service_table WHERE '],
  filename_timestamp: ['start', 'end'],
  all_fields: ['true'],
  save_to_gdrive: ['true'],
  save_to_gsheets: ['true'],
  email_me: ['true'],
};

export function ParameterRow({ row, formats, onChange, onRemove }: ParameterRowProps) {
  const { name, value } = row;
  const suggested = name === 'type' ? formats : (values[name] ?? []);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Autocomplete
        label="Parameter"
        data={names}
        value={name}
        w="40%"
        maxDropdownHeight={220}
        onChange={(next) => onChange({ ...row, name: next })}
      />
      <Autocomplete
        label="Value"
        data={[...suggested]}
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
