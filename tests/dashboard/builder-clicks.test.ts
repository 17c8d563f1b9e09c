/** What clicks in the preview make of a question, and why a question has no rows. */
import { describe, expect, it } from 'vitest';
import { emptiedSql, emptiedText } from '../../dashboard/src/features/builder/emptied-by.ts';
import { type Filter, type Question, wholeTable } from '../../dashboard/src/features/builder/question.ts';
import {
  filterBy,
  withDays,
  withFilter,
  withShown,
  withSort,
} from '../../dashboard/src/features/builder/question-changes.ts';

const open: Filter = { column: 'Status', operator: 'is', values: ['open'] };
const large: Filter = { column: 'Amount', operator: 'greater', values: ['100'] };
const paid: Filter = { column: 'Paid', operator: 'isTrue', values: [] };
const columns = [
  { name: 'Status', type: 'string' },
  { name: 'Amount', type: 'number' },
  { name: 'Paid', type: 'boolean' },
];

describe('a click on a cell', () => {
  it.each([
    ['string', 'open', 'is', ['open']],
    ['integer', '7', 'equals', ['7']],
    ['boolean', 'false', 'isFalse', []],
    ['date', '2026-01-05T10:00', 'on', ['2026-01-05']],
    ['any', '5', 'is', ['5']],
    ['json', null, 'isEmpty', []],
  ] as const)('of type %s with %s', (type, value, operator, values) => {
    expect(filterBy({ name: 'x', type }, value)).toEqual({ column: 'x', operator, values });
  });

  it('of a list has no filter', () => {
    expect(filterBy({ name: 'x', type: 'json' }, '[1]')).toBeUndefined();
  });

  it('narrows, also what matches any of some filters, and once is enough', () => {
    const one = withFilter(wholeTable, open);
    expect(withFilter(one, open)).toBe(one);
    const any: Question = { ...wholeTable, match: 'any', filters: [open, large] };
    expect(withFilter(any, paid)).toMatchObject({
      match: 'all',
      filters: [{ match: 'any', filters: [open, large] }, paid],
    });
  });
});

describe('a click on a heading', () => {
  it('sorts one way, the other way, not at all; the largest of a calculation first', () => {
    const once = withSort(wholeTable, 'Amount');
    const twice = withSort(once, 'Amount');
    expect([once.sort, twice.sort, withSort(twice, 'Amount').sort]).toEqual([
      [{ column: 'Amount', isDescending: false }],
      [{ column: 'Amount', isDescending: true }],
      [],
    ]);
    const grouped = withShown(twice, { by: ['Status'], measures: [{ name: 'count' }] });
    expect(grouped.sort).toEqual([]);
    expect(withSort(grouped, 'Count').sort).toEqual([{ column: 'Count', isDescending: true }]);
    expect(withSort(grouped, 'Status').sort).toEqual([{ column: 'Status', isDescending: false }]);
  });
});

it('a column of text in which only days are seen is one of dates', () => {
  const seen = {
    columns: [{ name: 'Status', type: 'string' }],
    rows: [['2026-01-05'], [null], ['2026-01-06 10:00']],
  };
  expect(withDays(columns, seen)[0]).toEqual({ name: 'Status', type: 'date' });
  expect(withDays(columns, { ...seen, rows: [['2026-01-05'], ['soon']] })[0]).toEqual(columns[0]);
});

describe('no rows', () => {
  const question: Question = { ...wholeTable, filters: [open, { match: 'any', filters: [large, paid] }] };

  it('are explained by the filter that has none, or after which none is left', () => {
    expect(emptiedText(question, columns, ['1', '0', '1', '0'])).toBe(
      'No row matches the filter “Amount > 100 or Paid is true”.',
    );
    expect(emptiedText(question, columns, ['1', '1', '1', '0'])).toContain(
      'No row is left after the filter “Amount',
    );
    expect(emptiedText({ ...question, match: 'any' }, columns, ['0', '0', '0', '0'])).toBe(
      'No row matches any of the filters.',
    );
  });

  it('are asked about in one statement, if there is a filter', () => {
    expect(emptiedSql(wholeTable, columns)).toBeUndefined();
    expect(emptiedSql({ ...wholeTable, filters: [open] }, columns)).toBe(
      `SELECT EXISTS(SELECT 1 FROM service_table WHERE "Status" = 'open') AS alone_0, EXISTS(SELECT 1 FROM service_table WHERE "Status" = 'open') AS up_to_0`,
    );
  });
});
