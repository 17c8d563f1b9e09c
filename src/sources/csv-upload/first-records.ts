/**
 * The first records of a CSV file, if they are split by one delimiter: how many cells each has, and the beginnings of
 * their texts. From these its delimiter, the lines above its table and its header are found.
 */
import { RefusedError } from '../../errors/refused-error.ts';
import { character } from './characters.ts';
import { CsvParser, isBlankLine, quoting } from './parser.ts';

export interface FirstRecord {
  readonly cells: number;
  /** Every quote opens, closes or is doubled; the wrong delimiter leaves quotes in other places. */
  readonly tidy: boolean;
  /** On which it begins, from 1. */
  readonly line: number;
  /** Of the first cells, their beginnings. */
  readonly texts: readonly string[];
}

const sampleRecords = 200;
const textCells = 100;
const textLength = 60;

/** Blank lines do not count; `whole` when `head` is all of the file. There is always one. */
export function firstRecords(head: string, delimiter: string, whole: boolean): FirstRecord[] {
  const parser = new CsvParser(delimiter, { maxColumns: head.length + 1, maxRecordLength: head.length });
  parser.push(head);
  if (whole) parser.end();
  const records: FirstRecord[] = [];
  try {
    while (records.length < sampleRecords && parser.next()) {
      if (!isBlankLine(parser)) records.push(recordOf(parser));
    }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    records.push({ ...roughRecord(head, delimiter), tidy: false });
  }
  return records.length > 0 ? records : [roughRecord(head, delimiter)];
}

function recordOf(parser: CsvParser): FirstRecord {
  const { count, line } = parser;
  const texts = Array.from({ length: Math.min(count, textCells) }, (_, cell) => beginning(parser, cell));
  return { cells: count, tidy: isTidy(parser), line, texts };
}

/** Not of a cell of megabytes, which would be copied whole. */
function beginning(parser: CsvParser, cell: number): string {
  const length = (parser.ends[cell] ?? 0) - (parser.starts[cell] ?? 0);
  const isShort = length <= textLength;
  return isShort ? parser.value(cell) : parser.text.slice(parser.starts[cell]).slice(0, textLength);
}

/** For a text that ends inside its first record. */
function roughRecord(head: string, delimiter: string): FirstRecord {
  const outside = head.replace(/"[^"]*(?:"|$)/g, '');
  return { cells: delimiter === '' ? 1 : outside.split(delimiter).length, tidy: true, line: 1, texts: [] };
}

function isTidy({ count, bits }: CsvParser): boolean {
  return bits.subarray(0, count).every((its) => {
    const strayQuote = (its & character.quote) !== 0 && (its & quoting.quoted) === 0;
    return !strayQuote && (its & quoting.irregular) === 0;
  });
}

/** The cells of the first record, and what share of all is tidy and split into the usual number of cells. */
export function evenness(records: readonly FirstRecord[]): { cells: number; usual: number; share: number } {
  const groups = [...Map.groupBy(records, ({ cells }) => cells)];
  groups.sort(([cellsA, a], [cellsB, b]) => b.length - a.length || cellsB - cellsA);
  const [usual, alike] = groups[0] ?? [1, []];
  const even = usual > 1 ? alike.filter(({ tidy }) => tidy).length : 0;
  return { cells: records[0]?.cells ?? 1, usual, share: even / Math.max(1, records.length) };
}
