/**
 * A function that stands for the calls to Google Sheets and answers from one sheet in memory, with ragged
 * rows and missing `values` as Google does. A date is `{"shown", "serial"}`.
 */
import { z } from 'zod';
import type { CallPlatform } from '../../src/platform/platform-request.ts';

const cell = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ shown: z.string(), serial: z.number() }),
]);

export const sheetShape = z.object({
  title: z.string().default('Sheet1'),
  rowCount: z.int().optional(),
  columnCount: z.int().optional(),
  rows: z.array(z.array(cell)),
});

export type StandInSheet = z.infer<typeof sheetShape>;

export interface StandIn {
  readonly call: CallPlatform;
  readonly paths: string[];
  sheet: StandInSheet;
  /** Told every path before it is answered; may change the sheet or throw. */
  before: (path: string) => void;
}

export function standIn(sheet: StandInSheet): StandIn {
  const paths: string[] = [];
  const google: StandIn = {
    paths,
    sheet,
    before: () => undefined,
    call: async ({ path, scope }) => {
      if (scope !== 'read') throw new Error(`scope ${scope}`);
      paths.push(path);
      google.before(path);
      const url = new URL(path, 'http://google');
      return { status: 200, headers: {}, json: answer(google.sheet, url) };
    },
  };
  return google;
}

function answer(sheet: StandInSheet, url: URL): unknown {
  if (url.pathname === '/v4/spreadsheets/book1') return { sheets: [{ properties: properties(sheet) }] };
  if (url.pathname !== '/v4/spreadsheets/book1/values:batchGet') throw new Error(url.pathname);
  if (url.searchParams.get('valueRenderOption') !== 'UNFORMATTED_VALUE') throw new Error(url.search);
  const isSerial = url.searchParams.get('dateTimeRenderOption') === 'SERIAL_NUMBER';
  const ranges = url.searchParams.getAll('ranges');
  return { spreadsheetId: 'book1', valueRanges: ranges.map((range) => valuesOf(sheet, range, isSerial)) };
}

function properties({ title, rows, rowCount = 1000, columnCount = 26 }: StandInSheet): unknown {
  return { title, gridProperties: { rowCount: Math.max(rowCount, rows.length), columnCount } };
}

function valuesOf(sheet: StandInSheet, range: string, isSerial: boolean): unknown {
  const found = /^'(.*)'!([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range);
  const [, title, left = '', top, right = '', bottom] = found ?? [];
  if (title?.replaceAll("''", "'") !== sheet.title) throw new Error(`Unable to parse range: ${range}`);
  const rows = sheet.rows.slice(Number(top) - 1, Number(bottom)).map((row) =>
    trimmed(
      row.slice(columnNumber(left), columnNumber(right) + 1).map((one) => {
        if (one === null) return '';
        return typeof one === 'object' ? (isSerial ? one.serial : one.shown) : one;
      }),
      (one) => one === '',
    ),
  );
  const values = trimmed(rows, (row) => row.length === 0);
  return { range, majorDimension: 'ROWS', ...(values.length > 0 && { values }) };
}

function trimmed<One>(list: readonly One[], isEmpty: (one: One) => boolean): One[] {
  return list.slice(0, list.findLastIndex((one) => !isEmpty(one)) + 1);
}

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
