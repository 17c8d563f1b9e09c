import { describe, expect, it } from 'vitest';
import type { NotionProperty } from './notion-data.ts';
import { rollupValue } from './notion-rollups.ts';

function rolled(name: string, type: string, values: readonly unknown[]): Record<string, unknown> {
  const property: NotionProperty = { id: 'r', type: 'rollup', config: { function: name } };
  return rollupValue(
    property,
    values.map((value) => ({ property: { id: 't', type, config: {} }, value })),
  );
}

describe('rollupValue', () => {
  it.each([
    ['count', 3],
    ['count_values', 2],
    ['empty', 1],
    ['sum', 7],
    ['average', 3.5],
    ['median', 3.5],
    ['min', 2],
    ['max', 5],
    ['range', 3],
    ['percent_empty', 1 / 3],
  ])('calculates %s', (name, number) => {
    expect(rolled(name, 'number', [2, null, 5])).toEqual({ type: 'number', number, function: name });
  });

  it('is null where there is nothing to calculate from', () => {
    expect(rolled('average', 'number', [])).toMatchObject({ number: null });
    expect(rolled('sum', 'number', [])).toMatchObject({ number: 0 });
    expect(rolled('latest_date', 'date', [])).toMatchObject({ type: 'date', date: null });
  });

  it('finds the first and the last date', () => {
    const days = ['2026-02-01', '2026-01-01', '2026-03-01'].map((start) => ({
      start,
      end: null,
      time_zone: null,
    }));
    expect(rolled('date_range', 'date', days)).toMatchObject({
      date: { start: '2026-01-01', end: '2026-03-01' },
    });
    expect(rolled('latest_date', 'date', days)).toMatchObject({ date: { start: '2026-03-01', end: null } });
  });

  it('looks into formulas', () => {
    const values = [1, 2].map((number) => ({ type: 'number', number }));
    expect(rolled('sum', 'formula', values)).toMatchObject({ number: 3 });
  });

  it('shows originals as values without ids, and does not know every function', () => {
    expect(rolled('show_original', 'number', [1, 1])).toMatchObject({
      array: [{ type: 'number', number: 1 }, {}],
    });
    expect(rolled('show_unique', 'number', [1, 1])).toMatchObject({ array: { length: 1 } });
    expect(rolled('count_per_group', 'status', [])).toMatchObject({ type: 'unsupported' });
  });
});
