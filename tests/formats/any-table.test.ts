/**
 * Whatever the cells and the headers hold, every format of every table is well-formed and gives the table
 * back (contract 4.7.3): odd and repeated names, markup, control characters, lone surrogates, formulas, long integers.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniqueNames } from '../../src/base/unique-names.ts';
import { allFormats, isFormatName } from '../../src/formats/all-formats.ts';
import type { Format } from '../../src/formats/format.ts';
import { nestJson } from '../../src/formats/json-layouts.ts';
import type { Cell, Column, ColumnType, Row } from '../../src/table/table.ts';
import { fuzzed } from '../support/fuzzed.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { tableOf } from '../support/table-of.ts';
import { allReaders } from './readers/all-readers.ts';
import { readExactJson } from './readers/exact-json.ts';
import { entriesOf } from './readers/json-frame.ts';
import { rendered } from './readers/rendered.ts';

interface AnyTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...'\0\t\n\r "\',&<>\\=+-@;]a1\u0085\u2028\ufeff\ufffe\ud800\udc00🙂'),
    maxLength: 6,
  }),
  fc.constantFrom(...hostileTexts, '[]', '[1]', '[{"name":"<Ann>"}]'),
);
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'a_2',
    'name',
    '',
    'xml',
    'XmlData',
    '__proto__',
    'constructor',
    '_x0041_',
    '0',
    'größe',
    'a:b',
    '名前',
    '1st',
    '-',
  ),
  text,
);
const integer = fc.oneof(fc.integer(), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }));
const cells: Readonly<Record<ColumnType, fc.Arbitrary<Cell>>> = {
  string: text,
  integer: fc.oneof(integer, integer.map(String)),
  number: fc.oneof(
    fc.double(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('1.50', '1e3', '-0', '1E-2', '-0.0'),
  ),
  boolean: fc.oneof(fc.boolean(), fc.constantFrom('true', 'FALSE', 'True')),
  date: fc.constantFrom('2026-12-31', '1999-01-01'),
  datetime: fc.constantFrom('2026-12-31T17:05:00Z', '2026-12-31 17:05'),
  json: fc.oneof(
    fc.array(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())), { maxLength: 3 }),
    fc.array(fc.record({ id: text, name: text }), { maxLength: 3 }),
    fc.dictionary(text, text, { maxKeys: 3 }).map((value) => JSON.stringify(value)),
  ),
  any: fc.oneof(text, fc.double(), fc.bigInt(), fc.boolean()),
};
const types: readonly ColumnType[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'json',
  'any',
];

const anyTable: fc.Arbitrary<AnyTable> = fc
  .array(fc.record({ name, type: fc.constantFrom(...types) }), { minLength: 1, maxLength: 5 })
  .chain((columns) => {
    const row = fc.tuple(...columns.map((column) => fc.option(cells[column.type])));
    return fc.array(row, { maxLength: 5 }).map((rows) => ({ columns, rows }));
  });

test.each(Object.keys(allFormats).filter(isFormatName))(
  '%s gives back every name and value',
  async (type) => {
    const reader = allReaders[type];
    await everyTable(async ({ columns, rows }) => {
      const lone = columns.length === 1;
      const read = reader.read(await rendered(allFormats[type], tableOf(columns, rows, 2)));
      if (read.names !== undefined) {
        expect(read.names).toEqual(namesOf(columns).map((one) => reader.name(one, lone)));
      }
      expect(read.rows).toEqual(
        rows.map((row) => columns.map((column, at) => reader.value(row[at] ?? null, column, lone))),
      );
    });
  },
);

test('nest_json puts the same body under one key', async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, text, async ({ columns, rows }, key) => {
      const records = allFormats.json_records;
      const render: Format['render'] = (table, context) => nestJson(records.render(table, context), key);
      const bare = await rendered(records, tableOf(columns, rows, 2));
      const nested = await rendered({ ...records, render }, tableOf(columns, rows, 2));
      expect(entriesOf(readExactJson(nested), [key])).toEqual([readExactJson(bare)]);
    }),
  );
});

/** What the marks do is shown by `npm run interop`. */
test('excel_web_query marks every text as text, and one that begins like a formula twice', async () => {
  await everyTable(async ({ columns, rows }) => {
    const page = await rendered(allFormats.excel_web_query, tableOf(columns, rows, 2));
    const cells = [...page.matchAll(/<t[dh] ([^>]*)>([^<]*)<\/t[dh]>/g)];
    for (const [, marks = '', text = ''] of cells) {
      if (/^x:(?:num|bool)=/.test(marks)) expect(text).toMatch(/^(?:-?\d[\d.e+-]*|TRUE|FALSE)$/);
      else if (/^\s*[=+\-@]/.test(text)) expect(marks).toBe(`class="t" x:str="'${text}" sdnum="1033;0;@"`);
      else expect(marks).toMatch(/^class="t" x:str(?:="'[^"]*")? sdnum="1033;0;@"$/);
    }
    const blank = page.match(/<td><\/td>/g)?.length ?? 0;
    expect(cells.length + blank).toBe(columns.length * (rows.length + 1));
  });
});

function everyTable(check: (table: AnyTable) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(anyTable, check), { numRuns: fuzzed(300) });
}

function namesOf(columns: readonly Column[]): readonly string[] {
  return uniqueNames(columns.map((column) => column.name));
}
