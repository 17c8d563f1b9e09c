/**
 * A1 notation as Sheets parses it: quoted titles with doubled quotes, whole sheets, open ranges (`A:C`, `2:5`,
 * `A2:C`), named ranges without quotes. An unquoted text that looks like a cell is a cell, even if a sheet has that
 * title.
 */
import type { CellBox, GoogleSheet, GoogleSpreadsheet } from './google-data.ts';
import { badRequest } from './google-problem.ts';

/** An end of Infinity means the end of the grid. */
export interface SheetRange extends CellBox {
  readonly sheet: GoogleSheet;
  /** True for a range of one cell, which accepts data of any size. */
  readonly isAnchor: boolean;
}

export function resolveRange(spreadsheet: GoogleSpreadsheet, text: string): SheetRange {
  const range = findRange(spreadsheet, text);
  if (!range) throw badRequest(`Unable to parse range: ${text}`);
  return range;
}

function findRange(spreadsheet: GoogleSpreadsheet, text: string): SheetRange | undefined {
  const [, quoted, name, cells] = /^(?:'((?:[^']|'')*)'|([^'!:]*))(?:!([^!']*))?$/.exec(text) ?? [];
  const title = quoted === undefined ? name : quoted.replaceAll("''", "'");
  if (title !== undefined && cells !== undefined)
    return onSheet(titled(spreadsheet, title), parseCells(cells));
  if (quoted === undefined) {
    const box = parseCells(text);
    const first = spreadsheet.sheets.find((sheet) => !sheet.hidden && sheet.sheetType === 'GRID');
    if (box) return onSheet(first, box);
    const named = namedRange(spreadsheet, text);
    if (named) return named;
  }
  return title ? onSheet(titled(spreadsheet, title), everything) : undefined;
}

const everything = { startRow: 0, endRow: Infinity, startColumn: 0, endColumn: Infinity };

export function sameTitle(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function titled(spreadsheet: GoogleSpreadsheet, title: string): GoogleSheet | undefined {
  return spreadsheet.sheets.find((sheet) => sameTitle(sheet.title, title));
}

function onSheet(sheet: GoogleSheet | undefined, box: CellBox | undefined): SheetRange | undefined {
  if (sheet?.sheetType !== 'GRID' || !box) return undefined;
  const isAnchor = box.endRow - box.startRow === 1 && box.endColumn - box.startColumn === 1;
  return { ...box, sheet, isAnchor };
}

function namedRange(spreadsheet: GoogleSpreadsheet, text: string): SheetRange | undefined {
  const named = spreadsheet.namedRanges.find(({ name }) => sameTitle(name, text));
  return (
    named &&
    onSheet(
      spreadsheet.sheets.find((sheet) => sheet.sheetId === named.sheetId),
      named,
    )
  );
}

interface Corner {
  readonly row: number | undefined;
  readonly column: number | undefined;
}

/** Parses the part after the exclamation mark; undefined if it is not a range of cells. */
export function parseCells(text: string): CellBox | undefined {
  const parts = text.split(':').map(parseCorner);
  const [first, second] = parts.length === 1 ? [parts[0], parts[0]] : parts;
  if (!first || !second || parts.length > 2) return undefined;
  if (parts.length === 1 && (first.row === undefined || first.column === undefined)) return undefined;
  const isMixed = first.row === undefined && second.column === undefined;
  if (isMixed || (first.column === undefined && second.row === undefined)) return undefined;
  const [startRow, endRow] = span(first.row, second.row);
  const [startColumn, endColumn] = span(first.column, second.column);
  return { startRow, endRow, startColumn, endColumn };
}

function parseCorner(text: string): Corner | undefined {
  const [whole, letters, digits] = /^\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,7})?$/.exec(text) ?? [];
  if (!whole || (letters === undefined && digits === undefined)) return undefined;
  return {
    row: digits ? Number(digits) - 1 : undefined,
    column: letters ? columnNumber(letters) : undefined,
  };
}

function span(a: number | undefined, b: number | undefined): [number, number] {
  if (a === undefined && b === undefined) return [0, Infinity];
  if (a === undefined || b === undefined) return [a ?? b ?? 0, Infinity];
  return [Math.min(a, b), Math.max(a, b) + 1];
}

function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** 0 is `A`, 26 is `AA`. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** `'My Sheet'!A1:C10`, as in the responses. */
export function rangeText(sheet: GoogleSheet, box: CellBox): string {
  const start = `${columnLetters(box.startColumn)}${box.startRow + 1}`;
  const isCell = box.endRow - box.startRow === 1 && box.endColumn - box.startColumn === 1;
  const end = isCell ? '' : `:${columnLetters(box.endColumn - 1)}${box.endRow}`;
  return `${quotedTitle(sheet.title)}!${start}${end}`;
}

function quotedTitle(title: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(title) && !parseCells(title) && !/^r\d*c\d*$/i.test(title);
  return isPlain ? title : `'${title.replaceAll("'", "''")}'`;
}

/** A start outside the grid is an error; an end outside it is clipped. */
export function clipToGrid(range: SheetRange): CellBox {
  const { sheet, startRow, startColumn } = range;
  if (startRow >= sheet.rowCount || startColumn >= sheet.columnCount) throw exceedsGrid(sheet, range);
  return {
    startRow,
    endRow: Math.min(range.endRow, sheet.rowCount),
    startColumn,
    endColumn: Math.min(range.endColumn, sheet.columnCount),
  };
}

export function exceedsGrid(sheet: GoogleSheet, box: CellBox): Error {
  const { rowCount, columnCount } = sheet;
  const end = { endRow: Number.isFinite(box.endRow) ? box.endRow : Math.max(rowCount, box.startRow + 1) };
  const endColumn = Number.isFinite(box.endColumn)
    ? box.endColumn
    : Math.max(columnCount, box.startColumn + 1);
  const text = rangeText(sheet, { ...box, ...end, endColumn });
  return badRequest(
    `Range (${text}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
  );
}
