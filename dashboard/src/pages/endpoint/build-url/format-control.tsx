/** The format, in groups; the endpoint's own needs no parameter. */
import { NativeSelect } from '@mantine/core';
import type { ControlProps, Parameters } from './controls.ts';
import { valueIn } from './url-query.ts';

type Format = Parameters['formats'][number];

const groups: readonly { readonly group: string; has(format: Format): boolean }[] = [
  { group: 'JSON', has: ({ isJson, name }) => isJson || name === 'ndjson' },
  { group: 'HTML', has: ({ contentType }) => contentType === 'text/html' },
  { group: 'Text', has: () => true },
];

export function FormatControl({ endpoint, parameters, query, onChange }: ControlProps) {
  const { formats } = parameters;
  const value = valueIn(query, 'type') || endpoint.type;
  const isKnown = formats.some(({ name }) => name === value);
  return (
    <NativeSelect
      label="Format"
      data={[
        ...grouped(formats, endpoint.type),
        ...(isKnown ? [] : [{ value, label: `${value} (there is no such format)` }]),
      ]}
      error={isKnown ? undefined : 'Choose one of the formats.'}
      value={value}
      onChange={({ currentTarget }) =>
        onChange('type', currentTarget.value === endpoint.type ? undefined : currentTarget.value)
      }
    />
  );
}

/** In the order of the formats. */
function grouped(formats: readonly Format[], own: string) {
  const groupOf = (format: Format): string => groups.find(({ has }) => has(format))?.group ?? '';
  const names = [...new Set(formats.map(groupOf))];
  return names.map((group) => ({
    group,
    items: formats
      .filter((format) => groupOf(format) === group)
      .map(({ name, label }) => ({ value: name, label: name === own ? `${label} (default)` : label })),
  }));
}
