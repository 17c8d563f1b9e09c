import { expect, test } from 'vitest';
import { allFormats, isFormatName } from './all-formats.ts';

const contentTypes = {
  csv: 'text/csv',
  json_records: 'text/json',
  json_split: 'text/json',
  json_index: 'text/json',
  json_columns: 'text/json',
  json_values: 'text/json',
  json_table: 'text/json',
  xml: 'application/xml',
  html_table: 'text/html',
  dynamic_table: 'text/html',
  excel_web_query: 'text/html',
};

test('every type value of 4.7 has its content type', () => {
  const types = Object.entries(allFormats).map(([name, format]) => [name, format.contentType]);
  expect(Object.fromEntries(types)).toEqual(contentTypes);
});

test('only own names are format names', () => {
  expect(isFormatName('xml')).toBe(true);
  expect(isFormatName('constructor')).toBe(false);
  expect(isFormatName('')).toBe(false);
});
