/**
 * The data of the emulated Google: spreadsheets with their cells, and files of Drive. Everything is mutable, so that
 * a test can rename and delete sheets, change cells and trash files while a client reads.
 */

export interface GoogleSpreadsheet {
  id: string;
  title: string;
  /** Such as `en_US`. */
  locale: string;
  timeZone: string;
  /** An Excel file opened in Sheets: every call is refused with FAILED_PRECONDITION. */
  isXlsx?: boolean;
  /** Users who may open it; absent: everyone. */
  sharedWith?: string[];
  /** Users with read-only access; absent: nobody. */
  viewers?: string[];
  /** Created by the app, or picked for it by the user: visible with the scope `drive.file`. */
  openedWithApp?: boolean;
  sheets: GoogleSheet[];
  namedRanges: GoogleNamedRange[];
}

export interface GoogleSheet {
  sheetId: number;
  title: string;
  /** The size of the grid; `rows` contains only its used part. */
  rowCount: number;
  columnCount: number;
  hidden?: boolean;
  /** OBJECT is a sheet with a chart and without cells. */
  sheetType: 'GRID' | 'OBJECT';
  rows: Cell[][];
}

/** Zero-based; the ends are exclusive. */
export interface CellBox {
  startRow: number;
  endRow: number;
  startColumn: number;
  endColumn: number;
}

export interface GoogleNamedRange extends CellBox {
  namedRangeId: string;
  name: string;
  sheetId: number;
}

export type Cell = PlainCell | FormulaCell;

export type PlainCell = string | number | boolean | null | SerialCell | FormattedNumber | ErrorCell;

export interface FormulaCell {
  /** Includes the `=`. */
  readonly formula: string;
  readonly value: PlainCell;
}

/** A date, time or duration: days since 1899-12-30, formatted by a pattern such as `m/d/yyyy h:mm:ss`. */
export interface SerialCell {
  readonly serial: number;
  readonly pattern: string;
}

/** Currency, percent and the like. */
export interface FormattedNumber {
  readonly number: number;
  readonly formatted: string;
}

export interface ErrorCell {
  /** Such as `#N/A`. */
  readonly error: string;
}

export interface DriveFile {
  readonly id: string;
  name: string;
  mimeType: string;
  /** Empty for a spreadsheet. */
  content: Buffer;
  /** An e-mail address. */
  owner: string;
  trashed: boolean;
  /** In Drive's format: `2026-11-15T10:00:00.000Z`. */
  createdTime: string;
  modifiedTime: string;
  /** Absent: the root of My Drive. */
  parents?: string[];
  /** Created by the app, or picked for it by the user: visible with the scope `drive.file`. */
  openedWithApp?: boolean;
}

export const defaultEmail = 'ada@example.com';
export const spreadsheetType = 'application/vnd.google-apps.spreadsheet';
export const folderType = 'application/vnd.google-apps.folder';
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
