/** What a question shows: rows with some columns in an order, or groups with calculations. */
import { Button, Group, MultiSelect, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveButton } from '../../components/remove-button.tsx';
import { columnChoices } from './column-choices.ts';
import { ColumnsPart } from './columns-part.tsx';
import { kindOf } from './operators.ts';
import { type Measure, measureNames, measureWords, type Shown, type TableColumn } from './question.ts';
import { firstMeasure } from './question-changes.ts';

interface ShownPartProps {
  readonly shown: Shown;
  readonly columns: readonly TableColumn[];
  readonly onChange: (shown: Shown) => void;
}

export function ShownPart({ shown, columns, onChange }: ShownPartProps) {
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label="Show"
        value={'by' in shown ? 'groups' : 'rows'}
        onChange={(value) =>
          onChange(value === 'rows' ? { columns: [] } : { by: [], measures: [{ name: 'count' }] })
        }
        data={[
          { value: 'rows', label: 'Rows' },
          { value: 'groups', label: 'Groups' },
        ]}
      />
      {'by' in shown ? (
        <GroupsPart by={shown.by} measures={shown.measures} columns={columns} onChange={onChange} />
      ) : (
        <ColumnsPart
          chosen={shown.columns}
          columns={columns}
          onChange={(next) => onChange({ columns: next })}
        />
      )}
    </Stack>
  );
}

interface GroupsPartProps {
  readonly by: readonly string[];
  readonly measures: readonly Measure[];
  readonly columns: readonly TableColumn[];
  readonly onChange: (shown: Shown) => void;
}

function GroupsPart({ by, measures, columns, onChange }: GroupsPartProps) {
  const [isOpen, setOpen] = useState(false);
  const lost = by.filter((name) => !columns.some((column) => column.name === name));
  const change = (next: readonly Measure[]): void => onChange({ by, measures: next });
  return (
    <>
      <MultiSelect
        label="Group by"
        placeholder={by.length === 0 ? 'All rows together' : ''}
        searchable
        // What stands below would be hidden.
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onOptionSubmit={() => setOpen(false)}
        limit={200}
        data={[...columns.map(({ name }) => name), ...lost]}
        value={[...by]}
        onChange={(names) =>
          onChange({
            by: names,
            measures: names.length === 0 && measures.length === 0 ? [{ name: 'count' }] : measures,
          })
        }
      />
      {measures.map((measure, at) => (
        <MeasureRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a calculation has no other name than its place.
          key={at}
          measure={measure}
          columns={columns}
          isLast={by.length === 0 && measures.length === 1}
          onChange={(next) => change(measures.with(at, next))}
          onRemove={() => change(measures.toSpliced(at, 1))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={16} />}
        onClick={() => change([...measures, firstMeasure(columns)])}
      >
        Add calculation
      </Button>
    </>
  );
}

const labelOf = (name: Measure['name']): string => (name === 'count' ? 'Count of rows' : measureWords[name]);

interface MeasureRowProps {
  readonly measure: Measure;
  readonly columns: readonly TableColumn[];
  /** Something must be shown. */
  readonly isLast: boolean;
  readonly onChange: (measure: Measure) => void;
  readonly onRemove: () => void;
}

function MeasureRow({ measure: { name, column }, columns, isLast, onChange, onRemove }: MeasureRowProps) {
  const possible = columnsFor(name, columns);
  const choose = (next: Measure['name']): void => {
    const offered = next === 'count' ? [] : columnsFor(next, columns);
    const kept = offered.find((each) => each.name === column) ?? offered[0];
    onChange(kept ? { name: next, column: kept.name } : { name: 'count' });
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NativeSelect
        aria-label="Calculation"
        flex={1}
        miw={0}
        data={measureNames
          .filter((each) => each === 'count' || columnsFor(each, columns).length > 0 || each === name)
          .map((each) => ({ value: each, label: labelOf(each) }))}
        value={name}
        onChange={({ currentTarget }) =>
          choose(measureNames.find((each) => each === currentTarget.value) ?? 'count')
        }
      />
      {column !== undefined && (
        <NativeSelect
          aria-label="Column of the calculation"
          flex={1}
          miw={0}
          data={columnChoices(possible, column)}
          value={column}
          onChange={({ currentTarget }) => onChange({ name, column: currentTarget.value })}
        />
      )}
      {!isLast && (
        <RemoveButton label={`Remove ${labelOf(name)} ${column ?? ''}`.trim()} onRemove={onRemove} />
      )}
    </Group>
  );
}

/** What can be added up is a number; what has an order has a smallest. */
function columnsFor(name: Measure['name'], columns: readonly TableColumn[]): readonly TableColumn[] {
  if (name === 'sum' || name === 'avg') return columns.filter(({ type }) => kindOf(type) === 'number');
  return columns.filter(({ type }) => kindOf(type) !== 'list');
}
