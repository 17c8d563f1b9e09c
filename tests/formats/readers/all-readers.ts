/**
 * How each output format is read back, and what a table must be then: one row per format, so that the tests of
 * all formats cover a new one as soon as it is registered (contract 4.7).
 */
import type { FormatName } from '../../../src/formats/all-formats.ts';
import type { Cell, Column } from '../../../src/table/table.ts';
import type { ExactJson } from './exact-json.ts';
import {
  htmlText,
  importedText,
  jsonValue,
  pageText,
  spreadsheetText,
  valueText,
  writtenText,
  xmlText,
} from './expected-values.ts';
import { readJsonFrame } from './json-frame.ts';
import { readCsv } from './read-csv.ts';
import { readDynamicTable } from './read-dynamic-table.ts';
import { readHtmlTable } from './read-html-table.ts';
import { readXml, type XmlElement } from './read-xml.ts';

export interface ReadTable {
  /** Absent where the format names no columns. */
  readonly names?: readonly (string | null)[];
  readonly rows: readonly (readonly ExactJson[])[];
}

export interface FormatReader {
  /** The table in a body. Throws unless the body is well-formed and exactly of this format. */
  read(body: string): ReadTable;
  /** What the body holds for the name of a column; `lone`: it is the only one. */
  name(name: string, lone: boolean): string | null;
  /** What the body holds for a cell. */
  value(cell: Cell, column: Column, lone: boolean): ExactJson;
}

export const allReaders: Readonly<Record<FormatName, FormatReader>> = {
  csv: {
    read: readCsvTable,
    name: (name, lone) => name.toWellFormed() || (lone ? '' : null),
    value: (cell, _column, lone) => writtenText(cell)?.toWellFormed() ?? (lone ? '' : null),
  },
  json_records: jsonReader((body) => readJsonFrame('json_records', body)),
  json_split: jsonReader((body) => readJsonFrame('json_split', body)),
  json_index: jsonReader((body) => readJsonFrame('json_index', body)),
  json_columns: jsonReader((body) => readJsonFrame('json_columns', body)),
  json_values: jsonReader((body) => readJsonFrame('json_values', body)),
  json_table: jsonReader((body) => readJsonFrame('json_table', body)),
  xml: {
    read: readXmlTable,
    name: xmlText,
    value: (cell, column) => {
      const text = valueText(cell, column);
      return text === null ? null : xmlText(text);
    },
  },
  html_table: {
    read: readHtmlPage,
    name: htmlText,
    value: (cell, column) => pageText(cell, column) ?? '',
  },
  dynamic_table: { read: readDynamicTable, name: htmlText, value: pageText },
  ndjson: jsonReader(readLines),
  excel_web_query: { read: readHtmlPage, name: importedText, value: spreadsheetText },
};

function readCsvTable(body: string): ReadTable {
  const [names = [], ...rows] = readCsv(body);
  return { names, rows };
}

function jsonReader(read: FormatReader['read']): FormatReader {
  return { read, name: (name) => name, value: jsonValue };
}

function readLines(body: string): ReadTable {
  const lines = body.split('\n');
  if (lines.pop() !== '') throw new Error('the last line does not end');
  return readJsonFrame('json_records', `[${lines.join(',')}]`);
}

function readXmlTable(body: string): ReadTable {
  const data = readXml(body);
  if (data.tag !== 'data') throw new Error(`the root is ${data.tag}`);
  const rows = data.children.map((row) => {
    const tags = new Set(row.children.map((cell) => cell.tag));
    if (row.tag !== 'row' || tags.size !== row.children.length) throw new Error(`no row: ${row.tag}`);
    return row.children;
  });
  const [names] = rows.map((row) => row.map(xmlName));
  for (const row of rows) {
    if (JSON.stringify(row.map(xmlName)) !== JSON.stringify(names)) throw new Error('rows of other columns');
  }
  return { ...(names && { names }), rows: rows.map((row) => row.map(xmlValue)) };
}

function xmlName(cell: XmlElement): string {
  return cell.attributes.get('name') ?? cell.tag;
}

function xmlValue(cell: XmlElement): string | null {
  return cell.attributes.has('xsi:nil') ? null : cell.text;
}

function readHtmlPage(body: string): ReadTable {
  if (body.split('</html>').length !== 2) throw new Error('not one page');
  const { header, rows } = readHtmlTable(body);
  return { names: header, rows };
}
