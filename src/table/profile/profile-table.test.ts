import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Column, Row } from '../table.ts';
import { valueText } from '../value-text.ts';
import { profileTable } from './profile-table.ts';
import type { ColumnProfile } from './table-profile.ts';

const whole = fc.integer({ min: -5_000, max: 5_000 }).map(String);
/** Quarters, of which every sum is exact; some with zeros at their end. */
const quarters = fc
  .tuple(fc.integer({ min: -40_000, max: 40_000 }), fc.constantFrom('', '0', '00'))
  .map(([value, zeros]) => `${(value / 4).toFixed(2)}${zeros}`);
const words = fc.oneof(fc.constantFrom('North', 'South', 'a,"b"', 'Ünï'), fc.string({ maxLength: 5 }));
const days = fc.constantFrom('2026-01-31', '2025-12-31', '2026-02-01');

const columns: readonly (Column & { readonly cells: fc.Arbitrary<Cell> })[] = [
  { name: 'whole', type: 'integer', cells: whole },
  { name: 'quarters', type: 'number', cells: quarters },
  { name: 'values', type: 'number', cells: quarters.map(Number) },
  { name: 'words', type: 'string', cells: words },
  { name: 'days', type: 'date', cells: days },
  { name: 'flags', type: 'boolean', cells: fc.constantFrom('TRUE', 'false', 'True') },
];

const row = fc.tuple(...columns.map(({ cells }) => fc.option(cells, { freq: 4 })));

async function profileOf(rows: readonly Row[], bound = { values: 10_000, characters: 1_000_000 }) {
  async function* batches() {
    for (let at = 0; at < rows.length; at += 7) yield rows.slice(at, at + 7);
  }
  return profileTable(
    { columns: columns.map(({ name, type }) => ({ name, type })), batches: batches() },
    bound,
  );
}

/** With every value in a list, in the simplest way. */
function byHand({ name, type }: Column, cells: readonly Cell[]): ColumnProfile {
  const text = valueText({ type });
  const values = cells.flatMap((cell) => text(cell) || []);
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isNumber = type === 'integer' || type === 'number';
  const sorted = isNumber ? values.toSorted((a, b) => Number(a) - Number(b)) : values.toSorted();
  const top = [...counts].toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  const isOrdered = type !== 'boolean' && values.length > 0;
  return {
    name,
    type,
    filled: values.length,
    distinct: counts.size,
    isExact: true,
    smallest: isOrdered ? (sorted[0] ?? null) : null,
    largest: isOrdered ? (sorted.at(-1) ?? null) : null,
    average:
      isNumber && values.length > 0
        ? values.reduce((sum, value) => sum + Number(value), 0) / values.length
        : null,
    top: top.slice(0, 5).map(([value, count]) => ({ value, count })),
    bars: isNumber ? barsByHand(values.map(Number), type === 'integer') : [],
  };
}

function barsByHand(values: readonly number[], areWhole: boolean): ColumnProfile['bars'] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (values.length === 0 || least === most) return [];
  const widths = [-3, -2, -1, 0, 1, 2, 3, 4]
    .flatMap((exponent) => [1, 2, 5].map((step) => ({ step, exponent, width: step * 10 ** exponent })))
    .filter(({ width }) => !areWhole || width >= 1);
  const place = (value: number, { step, exponent }: { step: number; exponent: number }): number =>
    Math.floor((exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent) / step);
  const chosen = widths.find((width) => place(most, width) - place(least, width) < 20);
  if (!chosen) throw new Error('no width');
  const edge = (at: number): number =>
    chosen.exponent < 0
      ? (at * chosen.step) / 10 ** -chosen.exponent
      : at * chosen.step * 10 ** chosen.exponent;
  const first = place(least, chosen);
  return Array.from({ length: place(most, chosen) - first + 1 }, (_, at) => ({
    from: edge(first + at),
    to: edge(first + at + 1),
    count: values.filter((value) => place(value, chosen) === first + at).length,
  }));
}

describe('the profile of a table', () => {
  it('is what is found by hand, on any table', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (rows) => {
        const profile = await profileOf(rows);
        expect(profile.rows).toBe(rows.length);
        for (const [at, column] of columns.entries()) {
          const cells = rows.map((each) => each[at] ?? null);
          expect(profile.columns[at]).toEqual(byHand(column, cells));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has the same range, average and bars beyond the bound, and says that it counts no more', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (rows) => {
        const { columns: profiles } = await profileOf(rows, { values: 3, characters: 1_000 });
        for (const [at, column] of columns.entries()) {
          const expected = byHand(
            column,
            rows.map((each) => each[at] ?? null),
          );
          const profile = profiles[at];
          const { filled, smallest, largest, average, bars } = expected;
          expect(profile).toMatchObject({ filled, smallest, largest, average, bars });
          expect(profile?.distinct).toBeLessThanOrEqual(expected.distinct);
          if (profile?.isExact) expect(profile).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps little of long cells, and tells them apart', async () => {
    const long = 'x'.repeat(1_000_000);
    const cells = [`${long}a`, `${long}b`, `${long}a`];
    const {
      columns: [, , , profile],
    } = await profileOf(cells.map((cell) => [null, null, null, cell, null, null]));
    expect(profile).toMatchObject({ filled: 3, distinct: 2, isExact: true });
    expect(profile?.top.map(({ count }) => count)).toEqual([2, 1]);
    expect(JSON.stringify(profile).length).toBeLessThan(1_000);
  });

  it('spreads the largest and the smallest numbers', async () => {
    const numbers = ['1e308', '-1e308', '5e-324', '0'];
    const {
      columns: [, profile],
    } = await profileOf(numbers.map((cell) => [null, cell, null, null, null, null]));
    expect(profile).toMatchObject({ smallest: '-1e+308', largest: '1e+308', bars: [] });
  });
});
