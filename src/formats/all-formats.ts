/**
 * Every output format by its `type` value: the first eleven in their order, then those added since. A new format is one
 * entry here (contract 4.7).
 */
import { csv } from './csv.ts';
import { dynamicTable } from './dynamic-table.ts';
import { excelWebQuery } from './excel-web-query.ts';
import type { Format } from './format.ts';
import { htmlTable } from './html-table.ts';
import {
  jsonColumns,
  jsonIndex,
  jsonRecords,
  jsonSplit,
  jsonTable,
  jsonValues,
  ndjson,
} from './json-layouts.ts';
import { xml } from './xml.ts';

export const allFormats = {
  csv,
  json_records: jsonRecords,
  json_split: jsonSplit,
  json_index: jsonIndex,
  json_columns: jsonColumns,
  json_values: jsonValues,
  json_table: jsonTable,
  xml,
  html_table: htmlTable,
  dynamic_table: dynamicTable,
  excel_web_query: excelWebQuery,
  ndjson,
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof allFormats;

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(allFormats, name);
}
