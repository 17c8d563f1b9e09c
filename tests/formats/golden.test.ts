/**
 * Every golden dataset through every format that has golden outputs (contract 4.7). Levels of comparison: CSV same
 * bytes where the rules coincide, else same cells; JSON same frame after an exact parse; XML and HTML same values. What
 * the contract promises against the golden rules stands first, as data.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import type { ColumnType } from '../../src/table/table.ts';
import { goldenDataset, goldenFolder } from './golden-dataset.ts';
import { type ExactJson, ExactNumber, readExactJson } from './readers/exact-json.ts';
import { htmlText } from './readers/expected-values.ts';
import { type Frame, type LayoutName, listOf, objectOf, readJsonFrame } from './readers/json-frame.ts';
import { readCsv } from './readers/read-csv.ts';
import { readHtmlTable } from './readers/read-html-table.ts';
import { readXml, type XmlElement } from './readers/read-xml.ts';
import { rendered } from './readers/rendered.ts';

/** `NaN` and `inf` are words, so this column is text; the golden set makes it numbers. */
const keptAsText = ['numbers/special'];
/** Golden JSON has ten decimals; ours is exact. */
const roundedByPandas = ['numbers/float'];
/** A repeated name is numbered; the golden set repeats it. */
const renumbered = ['duplicate_names'];
/** Where our CSV has `true` for `True`, numbers as they were written, `""` for the empty text, quotes round a CR or a lone blank. */
const otherCsvBytes = [
  'booleans',
  'duplicate_names',
  'nulls',
  'numbers',
  'plain',
  'quoting',
  'single_column',
  'wide',
];
/** What golden HTML writes for a missing value; ours is an empty cell. */
const missingInHtml = ['None', 'NaN', '<NA>'];

const goldenFiles: Readonly<Record<LayoutName, string>> = {
  json_records: 'json_records.json',
  json_split: 'json_split.noindex.json',
  json_index: 'json_index.json',
  json_columns: 'json_columns.json',
  json_values: 'json_values.json',
  json_table: 'json_table.noindex.json',
};

describe.each(readdirSync(goldenFolder))('%s', (name) => {
  const dataset = goldenDataset(name);
  const { names, rows } = dataset;
  const columnIs = (list: readonly string[], at: number) => list.includes(`${name}/${names[at]}`);
  const has = (file: string) => existsSync(join(goldenFolder, name, file));
  const golden = (file: string) => readFileSync(join(goldenFolder, name, file), 'utf8');

  test('has the declared types', () => {
    const declared = dataset.declaredTypes.map((type) => (type === 'null' ? 'string' : type));
    for (const [at, type] of dataset.types.entries()) {
      if (columnIs(keptAsText, at)) expect([type, declared[at]]).toEqual(['string', 'number']);
      else expect(type).toBe(rows.length === 0 ? 'string' : declared[at]);
    }
  });

  test('csv has every cell as it was written, and the golden bytes where the rules coincide', async () => {
    const ours = await rendered(allFormats.csv, dataset.table());
    const [header, ...cells] = readCsv(ours);
    expect(header).toEqual(names.map((column) => column || null));
    const missing = names.length === 1 ? '' : null;
    expect(cells).toEqual(rows.map((row) => row.map((cell) => cell ?? missing)));
    if (otherCsvBytes.includes(name)) expect(ours).not.toBe(golden('csv.csv'));
    else expect(ours).toBe(golden('csv.csv'));
  });

  test.each(layoutNames())('%s is the frame of the cells and the golden frame', async (layout) => {
    const ours = readJsonFrame(layout, await rendered(allFormats[layout], dataset.table()));
    if (ours.names !== undefined) expect(ours.names).toEqual(names);
    expect(ours.rows).toEqual(rows.map((row) => row.map((cell, at) => exactCell(cell, dataset.types[at]))));
    if (!has(goldenFiles[layout])) return;
    const wanted = goldenFrame(layout, golden(goldenFiles[layout]));
    if (wanted.names !== undefined && !renumbered.includes(name)) expect(names).toEqual(wanted.names);
    expect(ours.rows.length).toBe(wanted.rows.length);
    eachCell(ours.rows, (cell, row, at) => {
      const other = wanted.rows[row]?.[at];
      if (columnIs(keptAsText, at)) return;
      if (columnIs(roundedByPandas, at))
        expect(Math.abs(numberOf(cell) - numberOf(other))).toBeLessThan(roundingOf(cell));
      else expect(shortest(cell)).toEqual(shortest(other));
    });
  });

  test('xml holds the golden values under the real names', async () => {
    const ours = readXml(await rendered(allFormats.xml, dataset.table()));
    const wanted = readXml(golden('xml.proposed.xml'));
    expect(ours.children.length).toBe(wanted.children.length);
    for (const [at, row] of ours.children.entries()) {
      expect(row.children.map((cell) => cell.attributes.get('name') ?? cell.tag)).toEqual(names);
      const values = wanted.children[at]?.children.map(xmlValue) ?? [];
      for (const [column, cell] of row.children.entries()) {
        const type = dataset.types[column];
        if (!columnIs(keptAsText, column))
          expect(exactCell(xmlValue(cell), type)).toEqual(exactCell(withoutEscapes(values[column]), type));
      }
    }
  });

  test('html_table holds the golden values, exact and with their white space', async () => {
    const ours = readHtmlTable(await rendered(allFormats.html_table, dataset.table()));
    const wanted = readHtmlTable(golden('html_table.html'));
    expect(ours.header).toEqual(names);
    if (!renumbered.includes(name)) expect(names.map((text) => text.trim())).toEqual(wanted.header);
    eachCell(ours.rows, (cell, row, at) => {
      const value = exactCell(rows[row]?.[at] ?? null, dataset.types[at]);
      expect(cell).toBe(htmlText(shownText(value)));
      const other = wanted.rows[row]?.[at] ?? '';
      if (columnIs(keptAsText, at)) return;
      if (value === null) expect(missingInHtml).toContain(other);
      else if (dataset.types[at] === 'number')
        expect(Math.abs(Number(other) - Number(cell))).toBeLessThanOrEqual(Math.abs(Number(cell)) * 1e-6);
      else if (dataset.types[at] === 'boolean') expect(other.toLowerCase()).toBe(cell);
      else expect(htmlText(other)).toBe(htmlText(trimmed(shownText(value))));
    });
  });

  test('is a faithful copy of the reference set, where that stands beside the repository', () => {
    const files = readdirSync(join(goldenFolder, name));
    expect(files).toEqual(
      expect.arrayContaining(['cells.json', 'columns.json', 'csv.csv', 'xml.proposed.xml']),
    );
    if (!existsSync(referenceFolder)) return;
    for (const file of files)
      expect(golden(file)).toBe(readFileSync(join(referenceFolder, name, file), 'utf8'));
  });
});

const referenceFolder = join(import.meta.dirname, '../../../shared/golden');

function layoutNames(): LayoutName[] {
  return ['json_records', 'json_split', 'json_index', 'json_columns', 'json_values', 'json_table'];
}

function eachCell<Cell>(
  rows: readonly (readonly Cell[])[],
  check: (cell: Cell, row: number, at: number) => void,
): void {
  for (const [row, cells] of rows.entries()) for (const [at, cell] of cells.entries()) check(cell, row, at);
}

/** The golden `json_table` says more in its schema than ours. */
function goldenFrame(layout: LayoutName, body: string): Frame {
  if (layout !== 'json_table') return readJsonFrame(layout, body);
  const [schema, data] = objectOf(readExactJson(body)).values;
  const fields = listOf(objectOf(schema).values[0]).map((field) => String(objectOf(field).values[0]));
  return { names: fields, rows: listOf(data).map((row) => objectOf(row).values) };
}

/** The value that a written cell stands for, as exact JSON. */
function exactCell(text: string | null, type: ColumnType | undefined): ExactJson {
  if (text === null) return null;
  if (type === 'boolean') return text.toLowerCase() === 'true';
  if (type === 'integer' || type === 'number') return shortest(new ExactNumber(text));
  return text;
}

function shortest(value: ExactJson | undefined): ExactJson {
  if (!(value instanceof ExactNumber)) return value ?? null;
  return new ExactNumber(/^-?[1-9]\d*$/.test(value.text) ? value.text : String(Number(value.text)));
}

function numberOf(value: ExactJson | undefined): number {
  return value instanceof ExactNumber ? Number(value.text) : Number.NaN;
}

function roundingOf(value: ExactJson): number {
  return Math.max(1e-10, Math.abs(numberOf(value)) * 1e-9);
}

function xmlValue(element: XmlElement): string | null {
  if (element.attributes.get('xsi:nil') !== 'true') return element.text;
  expect(element.text).toBe('');
  return null;
}

/** Golden XML escapes what XML cannot hold as `_xHHHH_`; ours has U+FFFD there. */
function withoutEscapes(text: string | null | undefined): string | null {
  const characters = text?.replace(/_x([0-9A-F]{4,6})_/g, (_escape, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return characters?.replace(/[^\t\n\r -\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd') ?? null;
}

function shownText(value: ExactJson): string {
  if (value === null) return '';
  return value instanceof ExactNumber ? value.text : String(value);
}

/** Golden HTML trims texts and writes line breaks and tabs as escapes. */
function trimmed(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t').trim();
}
