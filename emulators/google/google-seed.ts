/**
 * Seed data for the emulated Google: a demo spreadsheet with all the awkward cases of sheets, and sheets of any size
 * for measurements.
 */
import type { Cell, GoogleNamedRange, GoogleSheet, GoogleSpreadsheet } from './google-data.ts';
import type { GoogleEmulator } from './google-emulator.ts';
import { inventoryRows } from './inventory-rows.ts';

export interface SeededGoogle {
  readonly spreadsheetId: string;
  /** By title. */
  readonly sheetIds: Readonly<Record<string, number>>;
  readonly namedRange: string;
}

export function seedGoogle(emulator: Pick<GoogleEmulator, 'spreadsheets'>): SeededGoogle {
  const inventory = grid(0, 'Inventory', inventoryRows(200));
  const sheets = [
    inventory,
    grid(2126, 'CRM26', crmRows),
    grid(31, 'Q1: Ada\'s "best" list!', [['Rank', 'Name'], ...bestRows]),
    grid(47, 'Headers', headerRows),
    { ...grid(58, 'Archive 2019', [['Year', 'Sold'], ...archiveRows]), hidden: true },
    { ...grid(69, 'Chart'), sheetType: 'OBJECT' as const, rowCount: 0, columnCount: 0 },
  ];
  const spreadsheet = demo('1EmulatedDemoSpreadsheet0000000000000000000a', 'Workshop', sheets);
  spreadsheet.namedRanges.push(topOf(inventory));
  emulator.spreadsheets.push(spreadsheet);
  return {
    spreadsheetId: spreadsheet.id,
    sheetIds: Object.fromEntries(sheets.map(({ title, sheetId }) => [title, sheetId])),
    namedRange: 'TopItems',
  };
}

/** The header and the first ten items, four columns wide. */
function topOf({ sheetId }: GoogleSheet): GoogleNamedRange {
  const box = { startRow: 0, endRow: 11, startColumn: 0, endColumn: 4 };
  return { namedRangeId: '1234567890', name: 'TopItems', sheetId, ...box };
}

function demo(id: string, title: string, sheets: GoogleSheet[]): GoogleSpreadsheet {
  return {
    id,
    title,
    locale: 'en_US',
    timeZone: 'Europe/Berlin',
    openedWithApp: true,
    sheets,
    namedRanges: [],
  };
}

/** Google's default size of a new sheet, or larger if the rows need it. */
function grid(sheetId: number, title: string, rows: Cell[][] = []): GoogleSheet {
  return {
    sheetId,
    title,
    rowCount: Math.max(1000, rows.length),
    columnCount: rows.reduce((most, row) => Math.max(most, row.length), 26),
    sheetType: 'GRID',
    rows,
  };
}

const crmRows: Cell[][] = [
  ['Customer', 'Since', 'Open'],
  ['Ahmadi & Co.', { serial: 44927, pattern: 'yyyy-mm-dd' }, 3],
  ['Göğüş GmbH', { serial: 45292, pattern: 'yyyy-mm-dd' }, 0],
];

const bestRows: Cell[][] = [
  [1, 'Lamp, oak'],
  [2, "O'Neil's desk"],
];

/** The table begins in the third row; its headers include a blank, a repeated one, a number and a boolean. */
const headerRows: Cell[][] = [
  [],
  [],
  ['Name', null, 'Name', 2024, true, 'Name '],
  ['first', 'no header', 'again', 1, false, 'x', 'beyond the headers'],
  [],
  ['after a gap'],
];

const archiveRows: Cell[][] = [
  [2018, 1200],
  [2019, 1450],
];

export interface FilledSheet {
  readonly spreadsheetId: string;
  readonly sheetId: number;
  readonly title: string;
}

/** A new spreadsheet with one sheet: a header row and the given number of rows; every third column is text. */
export function fillSheet(
  emulator: Pick<GoogleEmulator, 'spreadsheets'>,
  { rows, columns = 10 }: { rows: number; columns?: number },
): FilledSheet {
  const headers = Array.from({ length: columns }, (_, column) => `Column ${column + 1}`);
  const data = Array.from({ length: rows }, (_, row) =>
    headers.map((_header, column): Cell => (column % 3 === 0 ? `row ${row + 1}` : row * columns + column)),
  );
  const sheet = { ...grid(0, 'Measured', [headers, ...data]), columnCount: columns };
  const id = `1EmulatedMeasured${String(emulator.spreadsheets.length).padStart(27, '0')}`;
  emulator.spreadsheets.push(demo(id, `Measured ${rows}`, [sheet]));
  return { spreadsheetId: id, sheetId: sheet.sheetId, title: sheet.title };
}
