/** Which columns are shown, in which order; folded, because most want all of them. */
import { Button, Collapse, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { countText, numberText } from '../../formats.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { type FieldRowData, moved, rowsOf } from '../fields/field-rows.ts';
import type { TableColumn } from './question.ts';

interface ColumnsPartProps {
  /** Empty: all. */
  readonly chosen: readonly string[];
  readonly columns: readonly TableColumn[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const fewColumns = 15;
const maxShown = 100;

export function ColumnsPart({ chosen, columns, onChange }: ColumnsPartProps) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const all = columns.map(({ name }) => name);
  const current = chosen.length === 0 ? all : chosen;
  const rows = rowsOf(columns, current);
  const matching = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const change = (next: readonly string[]): void => {
    // Something must be shown, and all columns need not be named.
    if (next.length > 0) onChange(JSON.stringify(next) === JSON.stringify(all) ? [] : next);
  };
  const toggle = ({ name, place }: FieldRowData): void =>
    change(place === undefined ? [...current, name] : current.filter((each) => each !== name));
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        rightSection={isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.length === 0
          ? `All ${countText(all.length, 'column', 'columns')}`
          : `${numberText(chosen.length)} of ${countText(all.length, 'column', 'columns')}`}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="xs">
          {rows.length > fewColumns && (
            <TextInput
              aria-label="Search columns"
              placeholder="Search columns"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah={320} type="auto">
            <ul className="plain-list">
              {matching.slice(0, maxShown).map((row) => (
                <FieldRow
                  key={row.name}
                  row={row}
                  count={current.length}
                  onToggle={toggle}
                  onMove={(name, by) => change(moved(current, name, by))}
                  onDrop={(name, place) => change(moved(current, name, place - current.indexOf(name)))}
                />
              ))}
            </ul>
          </ScrollArea.Autosize>
          {matching.length > maxShown && (
            <Text size="xs" c="dimmed">
              And {countText(matching.length - maxShown, 'more column', 'more columns')}. Search to see them.
            </Text>
          )}
        </Stack>
      </Collapse>
    </Stack>
  );
}
