/** Filters in rows, all or any of which must match; at the top also groups of them. */
import { Button, Group, NativeSelect, Paper, SegmentedControl, Stack } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { RemoveButton } from '../../components/remove-button.tsx';
import { columnChoices } from './column-choices.ts';
import { FilterValue } from './filter-value.tsx';
import { fittingValues, kindOf, operators, operatorsOf } from './operators.ts';
import { type Filter, type FilterGroup, isGroup, type Match, type TableColumn } from './question.ts';
import type { ValueSource } from './use-values.ts';

interface FilterListProps<Item extends Filter | FilterGroup> {
  readonly match: Match;
  readonly filters: readonly Item[];
  readonly onChange: (match: Match, filters: readonly Item[]) => void;
  readonly columns: readonly TableColumn[];
  readonly source: ValueSource;
}

/** The rows of a question, which may be groups. */
export function FilterList(props: FilterListProps<Filter | FilterGroup>) {
  const { match, filters, onChange, columns, source } = props;
  const first = newFilter(columns);
  const put = (at: number, item: Filter | FilterGroup): void => onChange(match, filters.with(at, item));
  const remove = (at: number): void => onChange(match, filters.toSpliced(at, 1));
  return (
    <Stack gap="xs">
      <MatchControl count={filters.length} match={match} onChange={(next) => onChange(next, filters)} />
      {filters.map((item, at) =>
        isGroup(item) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no other name than its place.
          <Paper key={at} withBorder p="xs" component="section" aria-label="Group of filters">
            <Stack gap="xs">
              <GroupFilters
                {...props}
                {...item}
                onChange={(how, of) => put(at, { match: how, filters: of })}
              />
              <Button variant="default" size="xs" w="fit-content" onClick={() => remove(at)}>
                Remove group
              </Button>
            </Stack>
          </Paper>
        ) : (
          <FilterRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no other name than its place.
            key={at}
            filter={item}
            columns={columns}
            source={source}
            onChange={(next) => put(at, next)}
            onRemove={() => remove(at)}
          />
        ),
      )}
      {first && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFilterPlus size={16} />}
            onClick={() => onChange(match, [...filters, first])}
          >
            Add filter
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange(match, [...filters, { match: 'any', filters: [first] }])}
          >
            Add group
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Inside a group there are filters alone. */
function GroupFilters({ match, filters, onChange, columns, source }: FilterListProps<Filter>) {
  const first = newFilter(columns);
  return (
    <>
      <MatchControl count={filters.length} match={match} onChange={(next) => onChange(next, filters)} />
      {filters.map((filter, at) => (
        <FilterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no other name than its place.
          key={at}
          filter={filter}
          columns={columns}
          source={source}
          onChange={(next) => onChange(match, filters.with(at, next))}
          onRemove={() => onChange(match, filters.toSpliced(at, 1))}
        />
      ))}
      {first && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => onChange(match, [...filters, first])}
        >
          Add filter to group
        </Button>
      )}
    </>
  );
}

interface MatchControlProps {
  readonly count: number;
  readonly match: Match;
  readonly onChange: (match: Match) => void;
}

function MatchControl({ count, match, onChange }: MatchControlProps) {
  if (count < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      aria-label="Rows must match"
      value={match}
      onChange={(value) => onChange(value === 'any' ? 'any' : 'all')}
      data={[
        { value: 'all', label: 'Match all' },
        { value: 'any', label: 'Match any' },
      ]}
    />
  );
}

interface FilterRowProps {
  readonly filter: Filter;
  readonly columns: readonly TableColumn[];
  readonly source: ValueSource;
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}

function FilterRow({ filter, columns, source, onChange, onRemove }: FilterRowProps) {
  const { column, operator } = filter;
  const offered = operatorsOf(kindIn(columns, column));
  const names = offered.includes(operator) ? offered : [operator, ...offered];
  const choose = (name: string): void => {
    const possible = operatorsOf(kindIn(columns, name));
    const kept = possible.includes(operator) ? operator : (possible[0] ?? operator);
    onChange({ column: name, operator: kept, values: [] });
  };
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label="Column"
        flex={1}
        miw={110}
        data={columnChoices(columns, column)}
        value={column}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <NativeSelect
        aria-label="Condition"
        miw={100}
        data={names.map((name) => ({ value: name, label: operators[name].label }))}
        value={operator}
        onChange={({ currentTarget }) => {
          const next = names.find((name) => name === currentTarget.value);
          if (next) onChange({ ...filter, operator: next, values: fittingValues(next, filter.values) });
        }}
      />
      <FilterValue filter={filter} source={source} onChange={(values) => onChange({ ...filter, values })} />
      <RemoveButton label={`Remove filter on ${column}`} onRemove={onRemove} />
    </Group>
  );
}

const kindIn = (columns: readonly TableColumn[], column: string) =>
  kindOf(columns.find(({ name }) => name === column)?.type ?? 'string');

function newFilter(columns: readonly TableColumn[]): Filter | undefined {
  const [first] = columns;
  const operator = first && operatorsOf(kindOf(first.type))[0];
  return first && operator && { column: first.name, operator, values: [] };
}
