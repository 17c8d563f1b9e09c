/**
 * Whatever the cells and the headers hold, every format of every table is well-formed and gives the table
 * back (4.7): odd and repeated names, markup, control characters, lone surrogates, formulas, long integers.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import type { Format } from '../../src/formats/format.ts';
import { nestJson } from '../../src/formats/json-layouts.ts';
import type { Cell, Column, ColumnType, Row } from '../../src/table.ts';
import { uniqueNames } from '../../src/unique-names.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { tableOf } from '../support/table-of.ts';
import { type ExactJson, ExactNumber, readExactJson } from './readers/exact-json.ts';
import { entriesOf, type LayoutName, readJsonFrame } from './readers/json-frame.ts';
import { readCsv } from './readers/read-csv.ts';
import { readHtmlTable } from './readers/read-html-table.ts';
import { readXml } from './readers/read-xml.ts';
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
  fc.constantFrom(...hostileTexts),
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
  json: fc.oneof(
    fc.array(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())), { maxLength: 3 }),
    fc.dictionary(text, text, { maxKeys: 3 }).map((value) => JSON.stringify(value)),
  ),
  any: fc.oneof(text, fc.double(), fc.bigInt(), fc.boolean()),
};
const types: readonly ColumnType[] = ['string', 'integer', 'number', 'boolean', 'json', 'any'];

const anyTable: fc.Arbitrary<AnyTable> = fc
  .array(fc.record({ name, type: fc.constantFrom(...types) }), { minLength: 1, maxLength: 5 })
  .chain((columns) => {
    const row = fc.tuple(...columns.map((column) => fc.option(cells[column.type])));
    return fc.array(row, { maxLength: 5 }).map((rows) => ({ columns, rows }));
  });

const layouts: readonly LayoutName[] = [
  'json_records',
  'json_split',
  'json_index',
  'json_columns',
  'json_values',
  'json_table',
];

test.each(layouts)('%s gives back every value', async (layout) => {
  await everyTable(async ({ columns, rows }) => {
    const frame = readJsonFrame(layout, await rendered(allFormats[layout], tableOf(columns, rows, 2)));
    if (frame.names !== undefined) expect(frame.names).toEqual(namesOf(columns));
    expect(frame.rows).toEqual(rows.map((row) => row.map((cell, at) => jsonValue(cell, columns[at]))));
  });
});

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

test('csv reads back as the same cells', async () => {
  await everyTable(async ({ columns, rows }) => {
    const lone = columns.length === 1;
    const [header, ...lines] = readCsv(await rendered(allFormats.csv, tableOf(columns, rows, 2)));
    expect(header).toEqual(namesOf(columns).map((one) => one.toWellFormed() || (lone ? '' : null)));
    const wanted = rows.map((row) =>
      row.map((cell) => writtenText(cell)?.toWellFormed() ?? (lone ? '' : null)),
    );
    expect(lines).toEqual(wanted);
  });
});

test('xml is well-formed and holds every value under its real name', async () => {
  await everyTable(async ({ columns, rows }) => {
    const data = readXml(await rendered(allFormats.xml, tableOf(columns, rows, 2)));
    expect(data.tag).toBe('data');
    expect(data.children.map((row) => row.tag)).toEqual(rows.map(() => 'row'));
    for (const [at, row] of data.children.entries()) {
      expect(new Set(row.children.map((cell) => cell.tag)).size).toBe(columns.length);
      const names = row.children.map((cell) => cell.attributes.get('name') ?? cell.tag);
      expect(names).toEqual(namesOf(columns).map(xmlText));
      const values = row.children.map((cell) => (cell.attributes.has('xsi:nil') ? null : cell.text));
      expect(values).toEqual(shownRow(rows[at], columns).map((shown) => shown && xmlText(shown)));
    }
  });
});

test('html_table shows every value as it is', async () => {
  await everyTable(async ({ columns, rows }) => {
    const page = readHtmlTable(await rendered(allFormats.html_table, tableOf(columns, rows, 2)));
    expect(page.header).toEqual(namesOf(columns).map(htmlText));
    expect(page.rows).toEqual(
      rows.map((row) => shownRow(row, columns).map((shown) => htmlText(shown ?? ''))),
    );
  });
});

test('excel_web_query never holds a live formula, and changes no other text', async () => {
  await everyTable(async ({ columns, rows }) => {
    const page = readHtmlTable(await rendered(allFormats.excel_web_query, tableOf(columns, rows, 2)));
    for (const [at, row] of page.rows.entries()) {
      const shown = shownRow(rows[at], columns);
      for (const [column, cell] of row.entries()) {
        const type = columns[column]?.type;
        const value = htmlText(shown[column] ?? '').replaceAll('\r\n', '\n');
        if (type === 'boolean') expect(cell).toBe(value.toUpperCase());
        else if (type === 'integer' || type === 'number') expect(cell).toBe(value);
        else if (typeof rows[at]?.[column] === 'string') {
          expect(cell).not.toMatch(/^\s*[=+\-@]/);
          expect([value, `'${value}`]).toContain(cell);
        }
      }
    }
  });
});

test('dynamic_table is one page whatever the cells hold', async () => {
  await everyTable(async ({ columns, rows }) => {
    const page = await rendered(allFormats.dynamic_table, tableOf(columns, rows, 2));
    expect(page.match(/<\/html>/g)?.length).toBe(1);
  });
});

function everyTable(check: (table: AnyTable) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(anyTable, check), { numRuns: 300 });
}

function namesOf(columns: readonly Column[]): readonly string[] {
  return uniqueNames(columns.map((column) => column.name));
}

/** What CSV says: the written form itself. */
function writtenText(cell: Cell): string | null {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

function jsonValue(cell: Cell, column: Column | undefined): ExactJson {
  const written = writtenText(cell);
  if (written === null) return null;
  if (typeof cell === 'number' || typeof cell === 'bigint') return new ExactNumber(written);
  if (typeof cell !== 'string') return readExactJson(written);
  if (column?.type === 'boolean') return cell.toLowerCase() === 'true';
  if (column?.type === 'json') return readExactJson(cell);
  if (column?.type === 'string' || column?.type === 'any') return cell;
  return new ExactNumber(/^-?[1-9]\d*$/.test(cell) ? cell : String(Number(cell)));
}

function shownRow(row: Row | undefined, columns: readonly Column[]): (string | null)[] {
  return columns.map((column, at) => {
    const cell = row?.[at] ?? null;
    if (column.type === 'json') return writtenText(cell);
    const value = jsonValue(cell, column);
    return value instanceof ExactNumber ? value.text : value === null ? null : String(value);
  });
}

function xmlText(value: string): string {
  return value.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

function htmlText(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\ufffd');
}
