/** The format, in groups; the endpoint's own needs no parameter. */
import { NativeSelect } from '@mantine/core';
import type { ControlProps, Parameters } from './controls.ts';
import { valueIn } from './url-query.ts';

type Format = Parameters['formats'][number];

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
  return [...Map.groupBy(formats, ({ group }) => group)].map(([group, items]) => ({
    group,
    items: items.map(({ name, label }) => ({
      value: name,
      label: name === own ? `${label} (default)` : label,
    })),
  }));
}
