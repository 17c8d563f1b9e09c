/**
 * Finds the delimiter of a CSV file from its first records: the one of `, ; tab |` that stands in the header
 * and splits most records alike. A header without any of them is a file of one column, whose cells are kept
 * whole. A first line `sep=;`, as Excel reads and writes it, decides and is left out (contract 1.3.6).
 */
import { RefusedError } from '../../errors/refused-error.ts';
import { character } from './characters.ts';
import { CsvParser, isBlankLine, quoting } from './parser.ts';

export interface CsvDialect {
  /** Empty for a file of one column. */
  readonly delimiter: string;
  /** Whether the first record is not the header but a line that declares the delimiter. */
  readonly declared: boolean;
  /** The first line is whole, but those after it are split alike by a delimiter that it does not have. */
  readonly hasTitleLine: boolean;
}

const candidates = [',', ';', '\t', '|'];
const sampleRecords = 200;
const separatorLine = /^(?:sep=([^"\r\n])|"sep=([^"\r\n])")(?:\r\n|\r|\n|$)/i;

/** From the first text of the file; `whole` when that is all of it. */
export function detectDialect(head: string, whole: boolean): CsvDialect {
  const declared = separatorLine.exec(head);
  if (declared) return { delimiter: declared[1] ?? declared[2] ?? ',', declared: true, hasTitleLine: false };
  const splits = candidates.map((delimiter) => {
    const records = splitRecords(head, delimiter, whole);
    return { delimiter, ...evenness(records), isTitled: isTitled(records) };
  });
  const fitting = splits.filter(({ cells }) => cells > 1);
  fitting.sort((a, b) => b.share - a.share || b.cells - a.cells);
  const { delimiter = '', share = 0 } = fitting[0] ?? {};
  return {
    delimiter,
    declared: false,
    hasTitleLine: share < evenShare && splits.some((split) => split.isTitled),
  };
}

/** Such a share of records is not split alike by chance. */
const evenShare = 0.8;

function isTitled([first, ...others]: readonly SplitRecord[]): boolean {
  return first?.cells === 1 && others.length > 1 && evenness(others).share >= evenShare;
}

interface SplitRecord {
  readonly cells: number;
  /** Every quote opens, closes or is doubled; the wrong delimiter leaves quotes in other places. */
  readonly tidy: boolean;
}

/** The first records, if split in this way; blank lines do not count. */
function splitRecords(head: string, delimiter: string, whole: boolean): SplitRecord[] {
  const parser = new CsvParser(delimiter, { maxColumns: head.length + 1, maxRecordLength: head.length });
  parser.push(head);
  if (whole) parser.end();
  const records: SplitRecord[] = [];
  try {
    while (records.length < sampleRecords && parser.next()) {
      if (!isBlankLine(parser)) records.push({ cells: parser.count, tidy: isTidy(parser) });
    }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    records.push({ cells: roughCount(head, delimiter), tidy: false });
  }
  return records.length > 0 ? records : [{ cells: roughCount(head, delimiter), tidy: true }];
}

/** For a text that ends inside its first record. */
function roughCount(head: string, delimiter: string): number {
  return head.replace(/"[^"]*(?:"|$)/g, '').split(delimiter).length;
}

function isTidy({ count, bits }: CsvParser): boolean {
  return bits.subarray(0, count).every((its) => {
    const strayQuote = (its & character.quote) !== 0 && (its & quoting.quoted) === 0;
    return !strayQuote && (its & quoting.irregular) === 0;
  });
}

/** The cells of the header, and what share of the records is tidy and split into the usual number of cells. */
function evenness(records: readonly SplitRecord[]): { cells: number; share: number } {
  const groups = [...Map.groupBy(records, ({ cells }) => cells)];
  groups.sort(([cellsA, a], [cellsB, b]) => b.length - a.length || cellsB - cellsA);
  const [usual, alike] = groups[0] ?? [1, []];
  const even = usual > 1 ? alike.filter(({ tidy }) => tidy).length : 0;
  return { cells: records[0]?.cells ?? 1, share: even / records.length };
}
