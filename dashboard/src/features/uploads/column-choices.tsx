/** The columns of a file with their names and types, each of which can be changed. */
import { NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '../../formats.ts';
import { type Correction, columnTypes, corrected, typeLabel } from './reading-choices.ts';
import type { UploadedFile } from './send-file.ts';

type Column = UploadedFile['columns'][number];

interface ColumnChoicesProps {
  readonly columns: readonly Column[];
  readonly corrections: readonly Correction[];
  readonly isBusy: boolean;
  readonly onChange: (corrections: Correction[]) => unknown;
}

/** A file may have thousands of columns. */
const shown = 100;
const searchedFrom = 20;

export function ColumnChoices({ columns, corrections, isBusy, onChange }: ColumnChoicesProps) {
  const [search, setSearch] = useState('');
  const found = columns.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const change = (correction: Correction): unknown => onChange(corrected(corrections, [correction]));
  return (
    <Stack gap="xs">
      {columns.length > searchedFrom && (
        <TextInput
          aria-label="Search columns"
          placeholder="Search columns"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <Table.ScrollContainer minWidth={260} maxHeight={420}>
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Type</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, shown).map((column) => {
              const correction = corrections.find((each) => each.column === column.column);
              const row = { column, correction: correction ?? { column: column.column }, isBusy };
              return (
                <Table.Tr key={column.column}>
                  <Table.Td>
                    <NameField key={column.name} {...row} onChange={change} />
                  </Table.Td>
                  <Table.Td>
                    <TypeField {...row} onChange={change} />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {found.length > shown && (
        <Text size="sm" c="dimmed">
          {numberText(found.length - shown)} more: search for their names.
        </Text>
      )}
    </Stack>
  );
}

interface FieldProps {
  readonly column: Column;
  readonly correction: Correction;
  readonly isBusy: boolean;
  readonly onChange: (correction: Correction) => unknown;
}

/** Empty: the name that the file has. */
function NameField({ column, correction, isBusy, onChange }: FieldProps) {
  const [name, setName] = useState(column.name);
  const rename = (): void => {
    const wanted = name.trim() === '' ? column.column : name;
    setName(wanted);
    if (wanted === column.name) return;
    const { name: _, ...others } = correction;
    onChange(wanted === column.column ? others : { ...others, name: wanted });
  };
  return (
    <TextInput
      size="xs"
      miw={120}
      aria-label={`Name of ${column.column}`}
      readOnly={isBusy}
      maxLength={1_000}
      value={name}
      onChange={({ currentTarget }) => setName(currentTarget.value)}
      onBlur={rename}
      onKeyDown={({ key }) => key === 'Enter' && rename()}
    />
  );
}

function TypeField({ column, correction, isBusy, onChange }: FieldProps) {
  const { type, decimal } = column;
  const found =
    correction.type === undefined ? ` (${typeLabel(type)}${decimal ? ', decimal comma' : ''})` : '';
  const choose = (chosen: string): void => {
    const { type: _, form: __, ...others } = correction;
    const wanted = columnTypes.find(({ value }) => value === chosen);
    onChange(wanted ? { ...others, type: wanted.value } : others);
  };
  return (
    <NativeSelect
      size="xs"
      miw={130}
      aria-label={`Type of ${column.name}`}
      disabled={isBusy}
      value={correction.type ?? ''}
      data={[{ value: '', label: `Automatic${found}` }, ...columnTypes]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
