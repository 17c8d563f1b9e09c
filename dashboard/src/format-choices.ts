/** The output formats of contract 4.7 by their `type`, in groups, as a field offers them. */
import formats from './formats.json' with { type: 'json' };

export const formatGroups = [...Map.groupBy(formats, ({ group }) => group)].map(([group, items]) => ({
  group,
  items: items.map(({ type, label }) => ({ value: type, label })),
}));

const labels: ReadonlyMap<string, string> = new Map(formats.map(({ type, label }) => [type, label]));

export const formatLabel = (type: string): string => labels.get(type) ?? type;

export const isFormat = (type: string): boolean => labels.has(type);
