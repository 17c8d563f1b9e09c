/**
 * Finds the delimiter of a CSV file from its first records: the one of `, ; tab |` that stands in the header
 * and splits most records alike. A header without any of them is a file of one column, whose cells are kept
 * whole. A first line `sep=;`, as Excel reads and writes it, decides and is left out (contract 1.3.6).
 */
import { evenness, type FirstRecord, firstRecords } from './first-records.ts';
import { type HeaderLook, headerLook } from './header-look.ts';
import { afterLines } from './lines.ts';
import { evenShare, isSteady, preambleLength } from './preamble.ts';

export interface CsvDialect {
  /** Empty for a file of one column. */
  readonly delimiter: string;
  /** How many lines are left out before the table: said, found, or the one that declares the delimiter. */
  readonly skipLines: number;
  /** What those say that were found to stand above the table. */
  readonly preamble: readonly string[];
  /** The first line is whole, but those after it are split alike by a delimiter that it does not have. */
  readonly hasTitleLine: boolean;
  readonly look: HeaderLook;
}

/** What the owner has said. */
export interface DialectChoices {
  readonly delimiter?: string | undefined;
  readonly skipLines?: number | undefined;
}

const candidates = [',', ';', '\t', '|'];
const separatorLine = /^(?:sep=([^"\r\n])|"sep=([^"\r\n])")(?:\r\n|\r|\n|$)/i;

/** From the first text of the file; `whole` when that is all of it. */
export function detectDialect(head: string, whole: boolean, said: DialectChoices = {}): CsvDialect {
  const declaring = separatorLine.exec(head);
  const declared = declaring?.[1] ?? declaring?.[2];
  const above = Math.max(said.skipLines ?? 0, declaring ? 1 : 0);
  const table = afterLines(head, above);
  const split = (delimiter: string): Split =>
    splitBy(firstRecords(table, delimiter, whole), delimiter, said.skipLines === undefined);
  const known = said.delimiter ?? declared;
  const splits = known === undefined ? candidates.map(split) : [split(known)];
  const fitting = splits.filter(({ cells }) => cells > 1 || known !== undefined);
  fitting.sort(
    (a, b) => b.share - a.share || Number(hasDecimals(b)) - Number(hasDecimals(a)) || b.cells - a.cells,
  );
  const best = fitting[0] ?? split('');
  const [header, ...rows] = best.records.slice(best.preamble);
  return {
    delimiter: best.delimiter,
    skipLines: best.preamble > 0 ? above + (header?.line ?? 1) - 1 : above,
    preamble: best.records.slice(0, best.preamble).map(({ texts }) => texts.join(' ').trim()),
    hasTitleLine: best.share < evenShare && splits.some((each) => isTitled(each.records)),
    look: headerLook(
      header?.texts ?? [],
      rows.map(({ texts }) => texts),
    ),
  };
}

interface Split {
  readonly delimiter: string;
  readonly records: readonly FirstRecord[];
  /** How many records stand above the table. */
  readonly preamble: number;
  readonly cells: number;
  readonly share: number;
}

function splitBy(records: readonly FirstRecord[], delimiter: string, isGuessed: boolean): Split {
  const preamble = isGuessed ? preambleLength(records) : 0;
  const { cells, share } = evenness(records.slice(preamble));
  return { delimiter, records, preamble, cells, share };
}

const decimalComma = /^-?\d[\d.]*,\d+$/;

/** `1,5;2` is not split by its comma: no cell has one but in a number, not even those of the first row. */
function hasDecimals({ delimiter, records }: Split): boolean {
  if (delimiter === ',') return false;
  const withComma = records.flatMap(({ texts }) => texts.filter((text) => text.includes(',')));
  return withComma.length > 0 && withComma.every((text) => decimalComma.test(text.trim()));
}

function isTitled([first, ...others]: readonly FirstRecord[]): boolean {
  return first?.cells === 1 && others.length > 1 && isSteady(others);
}
