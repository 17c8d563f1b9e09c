/** All fields of a source, or some of them in an order of one's own; fields that the source has lost are named. */
import { Alert, Group, Radio, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { numberText } from '../../formats.ts';
import { FieldRow } from './field-row.tsx';
import { type Field, type FieldRowData, moved, rowsOf } from './field-rows.ts';

interface FieldsChooserProps {
  /** Of the source, all of them. */
  readonly fields: readonly Field[];
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: string[] | null) => unknown;
  readonly error?: string | undefined;
}

/** With more of them a search is offered, and no more than these are shown. */
const fewFields = 15;
const maxShown = 100;

export function FieldsChooser({ fields, chosen, onChange, error }: FieldsChooserProps) {
  const [search, setSearch] = useState('');
  const [told, setTold] = useState('');
  const rows = rowsOf(fields, chosen ?? []);
  const lost = rows.filter(({ isLost }) => isLost).map(({ name }) => name);
  const matching = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const move = (name: string, by: number): void => {
    const next = moved(chosen ?? [], name, by);
    setTold(`${name} is now number ${next.indexOf(name) + 1} of ${next.length}.`);
    onChange(next);
  };
  const drop = (name: string, place: number): void => {
    const from = chosen?.indexOf(name) ?? -1;
    if (from >= 0) move(name, place - from);
  };
  const toggle = ({ name, place }: FieldRowData): unknown =>
    onChange(
      place === undefined ? [...(chosen ?? []), name] : (chosen ?? []).filter((each) => each !== name),
    );
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Columns"
        value={chosen === null ? 'all' : 'some'}
        error={error}
        onChange={(value) => onChange(value === 'all' ? null : fields.map(({ name }) => name))}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label="All columns, including ones added later" />
          <Radio value="some" label="Only these, in this order" />
        </Stack>
      </Radio.Group>
      {lost.length > 0 && (
        <Alert variant="outline" color="red" icon={<IconAlertTriangle />} p="xs">
          The source does not have {lost.join(', ')} any more: requests get an error until you take{' '}
          {lost.length === 1 ? 'it' : 'them'} out and save.
        </Alert>
      )}
      {chosen !== null && (
        <>
          {rows.length > fewFields && (
            <TextInput
              aria-label="Search the fields"
              placeholder="Search the fields"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <Stack gap={0} component="ul" maw={480} className="plain-list" aria-label="Fields in their order">
            {matching.slice(0, maxShown).map((row) => (
              <FieldRow
                key={row.name}
                row={row}
                count={chosen.length}
                onToggle={toggle}
                onMove={move}
                onDrop={drop}
              />
            ))}
          </Stack>
          <Group gap="sm" c="dimmed" fz="sm">
            {numberText(chosen.length)} of {numberText(fields.length)} chosen
            {matching.length > maxShown &&
              `; ${numberText(matching.length - maxShown)} are not shown: search`}
          </Group>
          <VisuallyHidden aria-live="polite">{told}</VisuallyHidden>
        </>
      )}
    </Stack>
  );
}
