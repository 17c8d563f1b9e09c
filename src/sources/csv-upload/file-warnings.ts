/**
 * What was done with the lines of a file by itself, or is in doubt, for the person who uploaded it: lines above the
 * table, the first row, names that were made, rows of another length. Each says what to choose if it is wrong.
 */
import { counted } from '../../base/counted.ts';
import { listedNames } from '../../base/listed-names.ts';
import type { FileWarning } from '../../table/stored/file-reading.ts';
import type { CsvDialect } from './dialect.ts';
import { quoted } from './quoted-text.ts';
import type { RaggedRows } from './row-recorder.ts';

export interface ReadLines {
  readonly dialect: CsvDialect;
  /** The first row of the table, whether it has names or not. */
  readonly first: readonly string[];
  readonly hasHeader: boolean;
  /** Whether its owner has said so. */
  readonly isHeaderSaid: boolean;
  /** As they are in the table, before any was renamed. */
  readonly names: readonly string[];
  /** Columns that something was said of, and that are not there. */
  readonly lost: readonly string[];
  readonly short: RaggedRows;
  readonly long: RaggedRows;
  readonly rows: number;
  /** A few of them, for a title that stands above. */
  readonly isWiderBelow: boolean;
}

export function fileWarnings(read: ReadLines): FileWarning[] {
  return [
    ...preambleWarning(read),
    ...firstRowWarning(read),
    ...nameWarnings(read),
    ...raggedWarnings(read),
    ...lostWarning(read),
    ...(read.rows === 0
      ? [warning('The file has no rows, only column names: the URL answers with an empty table.')]
      : []),
  ];
}

function warning(text: string, ...fixes: FileWarning['fixes']): FileWarning {
  return { text, about: 'file', fixes };
}

function preambleWarning({ dialect, first, isWiderBelow }: ReadLines): FileWarning[] {
  const { preamble, skipLines, hasTitleLine } = dialect;
  if (preamble.length > 0) {
    const lines = counted(skipLines, 'line', 'lines');
    return [
      warning(
        `We skipped ${lines} above the table: ${listedNames(preamble.filter((line) => line !== '').slice(0, 3), quoted)}.`,
        {
          label: skipLines === 1 ? 'Keep this line' : 'Keep these lines',
          choices: { skipLines: 0 },
        },
      ),
    ];
  }
  const [title = '', ...others] = first;
  const isAlone = title !== '' && others.length > 0 && others.every((name) => name.trim() === '');
  if (!hasTitleLine && !(isAlone && isWiderBelow)) return [];
  const text = `The first line, ${quoted(title)}, looks like a title above the table, but it became the column names.`;
  return [warning(text, { label: 'Skip this line', choices: { skipLines: skipLines + 1 } })];
}

function firstRowWarning({ dialect, first, hasHeader, isHeaderSaid }: ReadLines): FileWarning[] {
  const beginning = quoted(first.slice(0, 3).join(', '));
  const asNames = { label: 'Use it as column names', choices: { hasHeader: true } };
  const asData = { label: 'Read it as data', choices: { hasHeader: false } };
  if (!hasHeader && !isHeaderSaid)
    return [warning(`The first row looks like data (${beginning}), so we numbered the columns.`, asNames)];
  if (hasHeader && !isHeaderSaid && dialect.look === 'data')
    return [warning(`The first row looks like data, but it became the column names (${beginning}).`, asData)];
  if (hasHeader && !isHeaderSaid && dialect.look === 'doubtful')
    return [warning(`The first row may be data: we used it as column names (${beginning}).`, asData)];
  if (!hasHeader && dialect.look === 'names')
    return [
      warning(`The first row looks like column names (${beginning}), but it is read as data.`, asNames),
    ];
  return [];
}

function nameWarnings({ first, hasHeader, names, long }: ReadLines): FileWarning[] {
  if (!hasHeader) return [];
  const made = names.slice(0, first.length).filter((_, at) => (first[at] ?? '').trim() === '');
  const repeated = names.filter((name, at) => (first[at] ?? '').trim() !== '' && name !== first[at]);
  const beyond = long.count > 0 ? names.slice(first.length) : [];
  return [
    ...(repeated.length > 0
      ? [warning(`Some column names are used more than once. The others are now ${listedNames(repeated)}.`)]
      : []),
    ...(made.length > 0
      ? [
          warning(
            `${made.length === 1 ? 'A column has' : 'Some columns have'} no name: now ${listedNames(made)}.`,
          ),
        ]
      : []),
    ...(beyond.length > 0
      ? [warning(`The header has no name for ${listedNames(beyond)}, which rows below it fill.`)]
      : []),
  ];
}

function lostWarning({ lost }: ReadLines): FileWarning[] {
  if (lost.length === 0) return [];
  return [warning(`The file has no column ${listedNames(lost)}: your choices for it have no effect.`)];
}

function raggedWarnings({ short, long, hasHeader }: ReadLines): FileWarning[] {
  const than = hasHeader ? 'the header' : 'the first row';
  const told = (ragged: RaggedRows, what: string, effect: string): FileWarning[] =>
    ragged.count === 0
      ? []
      : [
          warning(
            `${counted(ragged.count, 'row has', 'rows have')} ${what} cells than ${than} (first on line ${ragged.line}): ${effect}.`,
          ),
        ];
  return [
    ...told(short, 'fewer', 'missing cells are empty'),
    ...told(long, 'more', 'columns were added for the others'),
  ];
}
