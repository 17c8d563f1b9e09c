/** By which columns the result is sorted, the first one counts first. */
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { RemoveButton } from '../../components/remove-button.tsx';
import { columnChoices } from './column-choices.ts';
import type { Sort, TableColumn } from './question.ts';

interface SortListProps {
  readonly sort: readonly Sort[];
  /** Those that can be sorted by. */
  readonly columns: readonly TableColumn[];
  readonly onChange: (sort: readonly Sort[]) => void;
}

const directions = [
  { value: 'up', label: 'Smallest first' },
  { value: 'down', label: 'Largest first' },
];

export function SortList({ sort, columns, onChange }: SortListProps) {
  const next = columns.find(({ name }) => !sort.some(({ column }) => column === name));
  return (
    <Stack gap="xs">
      {sort.map(({ column, isDescending }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it means.
        <Group key={at} gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label="Sort by"
            flex={1}
            miw={0}
            data={columnChoices(columns, column)}
            value={column}
            onChange={({ currentTarget }) =>
              onChange(sort.with(at, { column: currentTarget.value, isDescending }))
            }
          />
          <NativeSelect
            aria-label="Order"
            data={directions}
            value={isDescending ? 'down' : 'up'}
            onChange={({ currentTarget }) =>
              onChange(sort.with(at, { column, isDescending: currentTarget.value === 'down' }))
            }
          />
          <RemoveButton label={`Remove sort by ${column}`} onRemove={() => onChange(sort.toSpliced(at, 1))} />
        </Group>
      ))}
      {next && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...sort, { column: next.name, isDescending: false }])}
        >
          Add sort
        </Button>
      )}
    </Stack>
  );
}
