/**
 * Whatever a table's columns are called and hold, SQL runs on it: each column can be asked for by its name in
 * quotes, and gives its cells (contract 4.8.2).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '../../src/table/table.ts';
import { fuzzed } from '../support/fuzzed.ts';
import { openSqlGround, outcomeOf, type SqlGround, tableOf } from './sql-cast.ts';

let ground: SqlGround;
beforeAll(async () => {
  ground = await openSqlGround();
});
afterAll(() => ground.close());

const oddNames = [
  'id',
  'ID',
  'Id',
  '',
  ' ',
  'a"b',
  'a]b',
  'a`b',
  "a'b",
  'rowid',
  'oid',
  '_rowid_',
  'ROWID',
  'select',
  'SELECT',
  'Key',
  'key',
  'true',
  'null',
  'current_date',
  'service_table',
  'Service_Table',
  'main',
  'sqlite_master',
  'json_each',
  '__proto__',
  'constructor',
  'toString',
  'a.b',
  'a;b',
  '--',
  '/*',
  '?1',
  ':x',
  '日本',
  'ä',
  'Ä',
  '\u{1f600}',
  '\u{10ff41}',
  'A',
  '\u{10ff5b}',
  '\ufeff',
  '\n',
  'x'.repeat(500),
];

const name = fc
  .oneof(fc.constantFrom(...oddNames), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .filter((text) => text.isWellFormed() && !text.includes('\0'));
const column = fc.oneof(
  fc.record({ type: fc.constant('string' as const), cell: fc.string({ unit: 'grapheme' }) }),
  fc.record({
    type: fc.constant('integer' as const),
    cell: fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
  }),
  fc.record({
    type: fc.constant('number' as const),
    cell: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
  fc.record({ type: fc.constant('boolean' as const), cell: fc.boolean() }),
  fc.record({
    type: fc.constant('json' as const),
    cell: fc.jsonValue().map((value) => JSON.stringify(value)),
  }),
);
const schema = fc.uniqueArray(fc.tuple(name, column), {
  minLength: 1,
  maxLength: 12,
  selector: ([text]) => text,
});

test('200 generated schemas', async () => {
  await fc.assert(
    fc.asyncProperty(schema, async (columns) => {
      const table = tableOf(
        columns.map(([text, { type }]) => [text, type]),
        [columns.map(([, { cell }]) => cell)],
      );
      const list = columns.map(([text]) => `"${text.replaceAll('"', '""')}"`).join(', ');
      for (const sql of ['SELECT * FROM service_table', `SELECT ${list} FROM service_table`]) {
        const outcome = await outcomeOf(ground, table, sql);
        if ('refused' in outcome) throw new Error(outcome.refused);
        expect(outcome.columns.map((one) => one.name)).toEqual(columns.map(([text]) => text));
        expect(outcome.columns.map((one) => one.type)).toEqual(columns.map(([, { type }]) => type));
        expect(outcome.rows[0]?.map(asText)).toEqual(columns.map(([, { cell }]) => asText(cell)));
      }
    }),
    { numRuns: fuzzed(200) },
  );
});

/** An integer may come as number, bigint or written; zero has one sign. */
const asText = (cell: Cell): string => (typeof cell === 'number' ? String(cell + 0) : String(cell));
