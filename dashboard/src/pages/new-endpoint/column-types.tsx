/** The columns of a file with their types; what looks like a number but is a code can be made text. */
import { NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UploadedFile } from '../../features/uploads/send-file.ts';
import { numberText } from '../../formats.ts';
import { typeLabel } from './reading-choices.ts';

type Column = UploadedFile['columns'][number];

interface ColumnTypesProps {
  readonly columns: readonly Column[];
  /** Those that their owner has made text. */
  readonly text: readonly string[];
  readonly isBusy: boolean;
  readonly onText: (text: readonly string[]) => unknown;
}

/** A file may have thousands of columns. */
const shown = 100;
const searchedFrom = 20;

export function ColumnTypes({ columns, text, isBusy, onText }: ColumnTypesProps) {
  const [search, setSearch] = useState('');
  const found = columns.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
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
        <Table verticalSpacing={4} w="auto" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Type</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, shown).map((column) => (
              <Table.Tr key={column.name}>
                <Table.Td className="address">{column.name}</Table.Td>
                <Table.Td>
                  <ColumnTypeField {...{ column, text, isBusy, onText }} />
                </Table.Td>
              </Table.Tr>
            ))}
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

interface ColumnTypeFieldProps extends Pick<ColumnTypesProps, 'text' | 'isBusy' | 'onText'> {
  readonly column: Column;
}

function ColumnTypeField({ column: { name, type, decimal }, text, isBusy, onText }: ColumnTypeFieldProps) {
  const isMadeText = text.includes(name);
  if (type === 'string' && !isMadeText) return <>{typeLabel(type)}</>;
  const found = isMadeText ? 'As found' : `${typeLabel(type)}${decimal ? ', decimal comma' : ''}`;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Type of ${name}`}
      disabled={isBusy}
      value={isMadeText ? 'text' : 'found'}
      data={[
        { value: 'found', label: found },
        { value: 'text', label: 'Text' },
      ]}
      onChange={({ currentTarget }) =>
        onText(currentTarget.value === 'text' ? [...text, name] : text.filter((each) => each !== name))
      }
    />
  );
}
