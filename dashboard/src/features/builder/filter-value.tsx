/** The value of a filter, in the field that its operator needs; texts are suggested from the data. */
import { Autocomplete, Group, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isValue, type Literal, literalOf, valuesOf } from './operators.ts';
import type { Filter } from './question.ts';
import { useValues, type ValueSource } from './use-values.ts';

interface FilterValueProps {
  readonly filter: Filter;
  readonly onChange: (values: readonly string[]) => void;
  readonly source: ValueSource;
}

export function FilterValue({ filter, onChange, source }: FilterValueProps) {
  const { operator, values } = filter;
  const literal = literalOf(operator);
  const wanted = valuesOf(operator);
  if (literal === undefined || wanted === 0) return null;
  const set = (text: string): void => onChange(text === '' ? [] : [text]);
  if (literal === 'text') return <SuggestedValue filter={filter} onChange={onChange} source={source} />;
  if (wanted !== 2)
    return <PlainValue literal={literal} label="Value" value={values[0] ?? ''} onChange={set} />;
  const [from = '', to = ''] = values;
  return (
    <Group gap="xs" wrap="nowrap" flex={1} miw={140}>
      <PlainValue literal={literal} label="From" value={from} onChange={(text) => onChange([text, to])} />
      <PlainValue literal={literal} label="To" value={to} onChange={(text) => onChange([from, text])} />
    </Group>
  );
}

interface PlainValueProps {
  readonly literal: Literal;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function PlainValue({ literal, label, value, onChange }: PlainValueProps) {
  const isWrong = value !== '' && !isValue(literal, value);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      flex={1}
      miw={90}
      value={value}
      error={isWrong ? wrongValue[literal] : undefined}
      {...(literal === 'number' && { inputMode: 'decimal' })}
      {...(literal === 'day' && { type: 'date' })}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() === '' ? '' : currentTarget.value)}
    />
  );
}

const wrongValue: Readonly<Partial<Record<Literal, string>>> = {
  number: 'Enter a number like 1234.5',
  day: 'Enter a date',
};

function SuggestedValue({ filter: { column, operator, values }, onChange, source }: FilterValueProps) {
  const [isWanted, setWanted] = useState(false);
  const [typed, setTyped] = useState('');
  const isMany = valuesOf(operator) === 'many';
  const value = values[0] ?? '';
  const suggested = useValues(source, column, isMany ? typed : value, isWanted);
  const shared = { placeholder: 'Value', flex: 1, miw: 140, onFocus: () => setWanted(true) } as const;
  if (isMany)
    return (
      <TagsInput
        {...shared}
        aria-label="Values"
        data={[...suggested]}
        limit={100}
        value={[...values]}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={onChange}
        acceptValueOnBlur
        splitChars={[]}
      />
    );
  return (
    <Autocomplete
      {...shared}
      aria-label="Value"
      data={[...suggested]}
      limit={100}
      value={value}
      // What was chosen is not what is searched for.
      filter={({ options, search }) =>
        suggested.includes(search)
          ? options
          : options.filter((option) => 'label' in option && isFound(option.label, search))
      }
      onChange={(text) => onChange(text === '' ? [] : [text])}
    />
  );
}

const isFound = (text: unknown, search: string): boolean =>
  typeof text === 'string' && text.toLowerCase().includes(search.trim().toLowerCase());
