/**
 * Reads an area of a Google sheet from top to bottom, some thousand rows in a call. The first row that is not
 * empty is the header. A column without a header counts only if it has data in the rows read together with
 * the header. Empty rows do not end the table: all of the area is read.
 */
import type { CallPlatform } from '../../platform/platform-request.ts';
import { ReadAgain } from '../source.ts';
import type { Area } from './area.ts';
import { isEmptyCell, isSameReading, mayHoldDates, type SheetCells } from './cells.ts';
import { type DateStyle, readAreas, type SheetRow } from './values.ts';

/** Requested in one call; eight times as many after a call that found nothing. */
const cellsPerCall = 50_000;
const growthInGap = 8;
/** Read even when fewer are wanted, for empty rows among them; eight times as many when they are not enough. */
const fewestRows = 50;
const maxReadings = 3;

interface CursorRequest {
  readonly call: CallPlatform;
  readonly spreadsheet: string;
  readonly area: Area;
  /** How many rows are wanted; absent: all. */
  readonly maxRows?: number | undefined;
  /** Dates are expected from the first piece on. */
  readonly expectDates?: boolean;
}

export interface OpenedCursor {
  readonly cursor: Cursor;
  /** The rows that came with the header; none when all of the area is empty. */
  readonly first: SheetCells;
}

/** Reads as far as the header. */
export async function openCursor(request: CursorRequest): Promise<OpenedCursor> {
  const cursor = new Cursor(request);
  let first: SheetCells = { shown: [] };
  while (!cursor.header && !cursor.isAtEnd) first = await cursor.next();
  return { cursor, first };
}

class Cursor {
  readonly area: Area;
  /** How many pieces were read. */
  pieces = 0;
  readonly #request: CursorRequest;
  #header: FoundHeader | undefined;
  #row: number;
  #right: number;
  #wanted: number;
  #inGap = false;
  #expectDates: boolean;

  constructor(request: CursorRequest) {
    this.#request = request;
    this.area = request.area;
    this.#expectDates = request.expectDates ?? false;
    this.#row = request.area.top;
    this.#right = request.area.right;
    this.#wanted = Math.max(fewestRows, (request.maxRows ?? Number.POSITIVE_INFINITY) + 1);
  }

  /** Undefined until it was found. */
  get header(): SheetRow | undefined {
    return this.#header?.cells;
  }

  get width(): number {
    return Math.max(0, this.#right - this.area.left);
  }

  get isAtEnd(): boolean {
    return this.#row >= this.area.bottom || this.width === 0;
  }

  /** Counts more columns than the first rows have data in. */
  widen(width: number): void {
    this.#right = Math.min(this.area.right, Math.max(this.#right, this.area.left + width));
  }

  /** The next rows under the header, perhaps none; not to be called again before it has resolved. */
  async next(): Promise<SheetCells> {
    const bottom = Math.min(this.area.bottom, this.#row + this.#rowsToRequest());
    const cells = await this.#read({ ...this.area, top: this.#row, bottom, right: this.#right });
    this.#row = bottom;
    this.#inGap = cells.shown.length === 0;
    this.#wanted *= growthInGap;
    this.pieces += 1;
    return cells;
  }

  /** Pieces of one size, so that one is worked on while the next is being read. */
  #rowsToRequest(): number {
    const cells = cellsPerCall * (this.#inGap ? growthInGap : 1);
    const most = Math.max(1, Math.floor(cells / this.width));
    const left = Math.max(1, this.area.bottom - this.#row);
    return Math.min(Math.ceil(left / Math.ceil(left / most)), this.#wanted);
  }

  async #read(part: Area): Promise<SheetCells> {
    const header = this.#header;
    for (let reading = 0; reading < maxReadings; reading += 1) {
      const early = this.#expectDates ? this.#readOnce(part, 'SERIAL_NUMBER', header) : undefined;
      const [shown, alongside] = await Promise.all([this.#readOnce(part, 'FORMATTED_STRING', header), early]);
      const skipped = header ? 0 : this.#findHeader(part, shown);
      const rows = shown.slice(skipped);
      this.#expectDates = mayHoldDates(rows);
      if (!this.#expectDates) return { shown: rows };
      const serials = (alongside ?? (await this.#readOnce(part, 'SERIAL_NUMBER', header))).slice(skipped);
      if (isSameReading(rows, serials)) return { shown: rows, serials };
    }
    throw new ReadAgain('the sheet is being changed while it is read');
  }

  /** Reads the header again with every piece: a column that moves meanwhile must not mix up the data. */
  async #readOnce(
    part: Area,
    dates: DateStyle,
    header: FoundHeader | undefined,
  ): Promise<readonly SheetRow[]> {
    const { call, spreadsheet } = this.#request;
    const headerArea = header && { ...part, top: header.row, bottom: header.row + 1 };
    const areas = headerArea ? [part, headerArea] : [part];
    const [rows = [], [again = []] = []] = await readAreas(call, spreadsheet, areas, dates);
    const isChanged = header && dates === 'FORMATTED_STRING' && !isSameHeader(header.cells, again, part);
    if (isChanged) throw new ReadAgain('the header changed while the sheet was read');
    return rows;
  }

  /** How many rows to leave out: the header and what is above it, or all when it is further down. */
  #findHeader(part: Area, rows: readonly SheetRow[]): number {
    const found = rows.findIndex((row) => row.some((cell) => !isBlankCell(cell)));
    const cells = rows[found];
    this.#header = cells && { row: part.top + found, cells };
    this.#right = cells ? Math.min(part.right, part.left + widestOf(rows.slice(found))) : part.right;
    return cells ? found + 1 : rows.length;
  }
}

interface FoundHeader {
  readonly row: number;
  readonly cells: SheetRow;
}

/** As far as the part is wide: further right there may be formulas that show nothing. */
function isSameHeader(before: SheetRow, now: SheetRow, { left, right }: Area): boolean {
  const width = right - left;
  for (let place = 0; place < width; place += 1) {
    if ((before[place] ?? '') !== (now[place] ?? '')) return false;
  }
  return true;
}

function isBlankCell(cell: unknown): boolean {
  return isEmptyCell(cell) || (typeof cell === 'string' && cell.trim() === '');
}

function widestOf(rows: readonly SheetRow[]): number {
  return rows.reduce((width, row) => Math.max(width, row.findLastIndex((cell) => !isEmptyCell(cell)) + 1), 0);
}
