/** A question of the builder as SQL and back: the same one, whatever its columns and values are called. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Question, wholeTable } from '../../dashboard/src/features/builder/question.ts';
import { readSql } from '../../dashboard/src/features/builder/read-sql.ts';
import { writeSql } from '../../dashboard/src/features/builder/write-sql.ts';
import { fuzzed } from '../support/fuzzed.ts';
import { questionsOf } from '../support/random-questions.ts';

const columns = [
  { name: 'Customer', type: 'string' },
  { name: 'Amount', type: 'number' },
  { name: 'order', type: 'integer' },
  { name: 'Paid', type: 'boolean' },
  { name: 'Day', type: 'date' },
  { name: 'Tags', type: 'json' },
  { name: 'Mixed', type: 'any' },
  { name: 'Count', type: 'integer' },
  { name: 'Say "hi" [x] \'y\' `z`', type: 'string' },
  { name: 'AND', type: 'string' },
  { name: '', type: 'string' },
  { name: ' \n größe 名 🙂', type: 'string' },
  { name: `${'long" '.repeat(200)}`, type: 'number' },
];

const texts = fc.string({ unit: fc.constantFrom(...'aB\'"%_\\ ()=,1-éß名🙂;\n*'), maxLength: 8 });

describe('a question', () => {
  it('is the same after it was SQL, white space and case of words aside', () => {
    fc.assert(
      fc.property(questionsOf(columns, texts), (question) => {
        const sql = writeSql(question, columns);
        expect(readSql(sql, columns)).toEqual(question);
        expect(readSql(otherwise(sql), columns)).toEqual(question);
      }),
      { numRuns: fuzzed(5_000) },
    );
  });

  it('is written as people would', () => {
    const question: Question = {
      shown: { by: ['Customer'], measures: [{ name: 'sum', column: 'Amount' }, { name: 'count' }] },
      match: 'all',
      filters: [
        { column: 'Customer', operator: 'isNot', values: ["O'Brien"] },
        {
          match: 'any',
          filters: [
            { column: 'Amount', operator: 'greater', values: ['100'] },
            { column: 'Paid', operator: 'isTrue', values: [] },
          ],
        },
      ],
      sort: [{ column: 'Sum of Amount', isDescending: true }],
      limit: 10,
    };
    expect(writeSql(question, columns)).toBe(
      `SELECT "Customer", sum("Amount") AS "Sum of Amount", count(*) AS "Count" FROM service_table WHERE "Customer" IS NOT 'O''Brien' AND ("Amount" > 100 OR "Paid" = 1) GROUP BY "Customer" ORDER BY "Sum of Amount" DESC LIMIT 10`,
    );
  });

  it('leaves out what is not complete', () => {
    const filters = [
      { column: 'Amount', operator: 'greater', values: ['1,5'] },
      { column: 'Customer', operator: 'contains', values: [''] },
      { match: 'any', filters: [{ column: 'Day', operator: 'on', values: [] }] },
    ] as const;
    expect(writeSql({ ...wholeTable, filters }, columns)).toBe('SELECT * FROM service_table');
  });

  it('may name columns that are gone', () => {
    const sql = `SELECT "Gone" FROM service_table WHERE "Gone" = 'x' ORDER BY "Lost"`;
    expect(readSql(sql, columns)).toMatchObject({ shown: { columns: ['Gone'] } });
  });

  it.each([
    '',
    'SELECT',
    'SELECT 1',
    'SELECT Customer FROM service_table',
    'SELECT * FROM service_table;',
    'SELECT * FROM service_table -- all',
    'SELECT * FROM service_table WHERE "Amount" > "Count"',
    'SELECT * FROM service_table WHERE "Amount" > 1 AND "Count" = 1 OR "Paid" = 1',
    'SELECT * FROM service_table WHERE ("Amount" > 1 AND ("Count" = 1))',
    'SELECT * FROM service_table WHERE "Customer" LIKE \'a%b\'',
    'SELECT * FROM service_table WHERE substr("Day", 1, 10) = \'today\'',
    'SELECT "Customer", count(*) AS "n" FROM service_table GROUP BY "Customer"',
    'SELECT count(*) AS "Count", "Customer" FROM service_table GROUP BY "Customer"',
    'SELECT "Customer" FROM service_table GROUP BY "Amount"',
    'SELECT * FROM service_table LIMIT 1.5',
    'SELECT * FROM service_table LIMIT 10 OFFSET 5',
  ])('is not what %s says', (sql) => {
    expect(readSql(sql, columns)).toBeUndefined();
  });
});

/** The same statement: other white space and small words outside of quotes. */
function otherwise(sql: string): string {
  return sql.replace(/("(?:[^"]|"")*"|'(?:[^']|'')*')|([A-Za-z_]+)|([(),])/g, (text, quoted, word, sign) => {
    if (quoted !== undefined) return text;
    return word === undefined ? ` ${sign}\n` : text.toLowerCase();
  });
}
