/**
 * A generated value for any property type that depends only on the row number; null for calculated or unknown types.
 */
import type { NotionProperty } from './notion-data.ts';
import { textItem } from './notion-objects.ts';

export const stages = [
  { id: 's001', name: 'Planned', color: 'gray', description: null },
  { id: 's002', name: 'Running', color: 'blue', description: null },
  { id: 's003', name: 'Finished', color: 'green', description: null },
] as const;

export function madeValue({ type, config }: NotionProperty, n: number): unknown {
  if (type === 'unique_id') return { prefix: config['prefix'] ?? null, number: n + 1 };
  return makers[type]?.(n) ?? null;
}

const makers: Readonly<Record<string, (n: number) => unknown>> = {
  title: (n) => [textItem(`Row ${n + 1}`)],
  rich_text: (n) => (n % 5 === 0 ? [] : [textItem(`Note ${n % 50}, "quoted", with ü and 日本`)]),
  number: (n) => (n % 7 === 0 ? null : n / 4),
  checkbox: (n) => n % 3 === 0,
  select: choice,
  status: choice,
  multi_select: (n) => [choice(n), choice(n + 1)].slice(n % 3),
  date: (n) => ({
    start: new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10),
    end: null,
    time_zone: null,
  }),
  email: (n) => `person${n % 40}@example.com`,
  url: (n) => `https://example.com/items/${n}`,
  phone_number: (n) => `+49 30 ${100_000 + n}`,
  formula: (n) => ({ type: 'number', number: n * 2 }),
  people: () => [],
  files: () => [],
  relation: () => [],
};

function choice(n: number): unknown {
  const { id, name, color } = stages[n % stages.length] ?? stages[0];
  return { id, name, color };
}
