/**
 * The order of `sort` in the emulated list of records: empty cells first, numbers by value, choices by their order in
 * the field, all else by text. The sort is stable.
 */
import { z } from 'zod';
import type { AirtableField, AirtableRecord } from './airtable-data.ts';

export interface SortKey {
  readonly field: AirtableField;
  readonly direction: 'asc' | 'desc';
  readonly text: (value: unknown) => string;
}

type Rank = number | string | null;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const choicesSchema = z.object({ choices: z.array(z.object({ name: z.string() })) });

export function sortRecords(records: AirtableRecord[], keys: readonly SortKey[]): AirtableRecord[] {
  const rankers = keys.map(({ field, text }) => rankOf(field, text));
  const ranked = records.map((record) => ({
    record,
    ranks: keys.map(({ field }, index) => rankers[index]?.(record.cells[field.id]) ?? null),
  }));
  const signs = keys.map(({ direction }) => (direction === 'asc' ? 1 : -1));
  ranked.sort((one, other) => {
    let order = 0;
    for (let index = 0; order === 0 && index < signs.length; index += 1)
      order = compare(one.ranks[index] ?? null, other.ranks[index] ?? null) * (signs[index] ?? 1);
    return order;
  });
  return ranked.map(({ record }) => record);
}

function rankOf(field: AirtableField, text: (value: unknown) => string): (value: unknown) => Rank {
  const parsed = choicesSchema.safeParse(field.options);
  const choices = new Map(parsed.success ? parsed.data.choices.map(({ name }, place) => [name, place]) : []);
  return (value) => {
    if (value === null || value === undefined || value === '' || value === false) return null;
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return choices.get(value) ?? value;
    return text(value) || null;
  };
}

function compare(one: Rank, other: Rank): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}
