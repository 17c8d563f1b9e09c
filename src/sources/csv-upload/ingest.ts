/**
 * Reads an uploaded CSV file, whatever its encoding and delimiter, into a stored table and a SQLite file in
 * one folder. Types are decided over whole columns and no cell is lost: a file that turns out wider than its
 * header, or not to be UTF-8 after all, is read once more (contract 1.3.6).
 */
import { open } from 'node:fs/promises';
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import type { FileReading, FileWarning, ReadingChoices } from '../../table/stored/file-reading.ts';
import { maxSqlColumns, writeSqliteFile } from '../../table/stored/sqlite-table.ts';
import { sqliteFile, type TableDescription } from '../../table/stored/table-layout.ts';
import { folderTable } from '../../table/stored/table-reader.ts';
import { addReading, TableWriter } from '../../table/stored/table-writer.ts';
import { namedWidth } from '../header-names.ts';
import { CsvColumnTally, type DecimalMark } from './column-tally.ts';
import { type NamedColumns, namedColumns } from './corrected-names.ts';
import { type CsvDialect, detectDialect } from './dialect.ts';
import { type CsvEncoding, decodeText, detectEncoding, NotUtf8 } from './encoding.ts';
import { fileWarnings } from './file-warnings.ts';
import type { CsvLimits } from './limits.ts';
import { withoutLines } from './lines.ts';
import { refuseOtherFiles } from './other-files.ts';
import { CsvParser, isBlankLine } from './parser.ts';
import { CsvRowRecorder } from './row-recorder.ts';
import { CsvSpool } from './spool.ts';
import { columnWarnings, firstRows } from './warnings.ts';

/** Enough of a file to tell its encoding and delimiter. */
const sampleBytes = 256 * 1024;

/** How the file was understood is a part of the description. */
export interface IngestedCsv {
  readonly description: TableDescription;
  readonly reading: FileReading;
}

/** As the uploader says; what is not said is found out. */
export interface CsvOptions {
  /** Without `decimal` each column of a file with semicolons or tabs may have either mark. Columns that the file lacks do not count. */
  readonly choices?: ReadingChoices | undefined;
  /** Whether a first row that looks like data is read as data, where nothing is said of it. */
  readonly guessHeader?: boolean | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: CsvEncoding | undefined;
  /** The input is the stored CSV of a file that was read so, to be read once more. */
  readonly storedOf?: FileReading | undefined;
}

/** Writes into the existing, empty `folder`; everything is on disk when it returns. */
export async function ingestCsv(
  input: AsyncIterable<Uint8Array>,
  folder: string,
  limits: CsvLimits,
  options: CsvOptions = {},
): Promise<IngestedCsv> {
  const spool = await CsvSpool.open(input, folder, limits.maxBytes);
  let ingested: IngestedCsv;
  try {
    ingested = await readSpool(spool, folder, limits, options);
  } finally {
    await spool.remove();
  }
  await writeSqlite(folder, ingested.description);
  if (process.platform !== 'win32') await syncToDisk(folder, 'r');
  return ingested;
}

async function readSpool(
  spool: CsvSpool,
  folder: string,
  limits: CsvLimits,
  options: CsvOptions,
): Promise<IngestedCsv> {
  const head = await firstBytes(spool);
  let encoding = options.storedOf ? 'utf-8' : (options.encoding ?? detectEncoding(head));
  if (!options.storedOf) refuseOtherFiles(head, encoding);
  let width = 0;
  for (;;) {
    try {
      const read = await readTable(spool, encoding, { folder, limits, width, options });
      if (typeof read !== 'number') return read;
      width = read;
    } catch (error) {
      if (!(error instanceof NotUtf8)) throw error;
      if (options.encoding)
        throw inputRefused('The file is not UTF-8. Choose another encoding, or let it be found.');
      encoding = 'windows-1252';
    }
  }
}

async function firstBytes(spool: CsvSpool): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of spool.read()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= sampleBytes) break;
  }
  return Buffer.concat(pieces);
}

const storedDialect: CsvDialect = {
  delimiter: ',',
  skipLines: 0,
  preamble: [],
  hasTitleLine: false,
  look: 'unclear',
};

async function dialectOf(
  spool: CsvSpool,
  encoding: CsvEncoding,
  { delimiter, choices, storedOf }: CsvOptions,
): Promise<CsvDialect> {
  if (storedOf) return storedDialect;
  const said = { delimiter, skipLines: choices?.skipLines };
  let head = '';
  for await (const text of decodeText(spool.read(), encoding)) {
    head += text;
    if (head.length >= sampleBytes) return detectDialect(head, false, said);
  }
  return detectDialect(head, true, said);
}

interface Target {
  readonly folder: string;
  readonly limits: CsvLimits;
  /** How many columns are already known to be needed, whatever the header says. */
  readonly width: number;
  readonly options: CsvOptions;
}

/** The table, or the width it needs when that is more than was known. */
async function readTable(
  spool: CsvSpool,
  encoding: CsvEncoding,
  target: Target,
): Promise<IngestedCsv | number> {
  const { options, limits } = target;
  const dialect = await dialectOf(spool, encoding, options);
  const { delimiter, skipLines } = dialect;
  const parser = new CsvParser(delimiter, limits, skipLines + 1);
  const texts = withoutLines(decodeText(spool.read(), encoding), skipLines);
  const more = feeder(texts, parser);
  try {
    const first = await readFirst(parser, more);
    const hasHeader = hasHeaderOf(options, dialect);
    const header = { cells: first.length, named: namedWidth(first) };
    const named = namedColumns(hasHeader ? first : [], Math.max(target.width, header.named), options);
    const width = named.names.length;
    const writer = await TableWriter.open(target.folder, named.names);
    try {
      const decimalMark =
        options.choices?.decimal ?? usualDecimalMark(options.storedOf?.delimiter ?? delimiter);
      const tally = new CsvColumnTally(width, decimalMark, named.chosen);
      const recorder = new CsvRowRecorder({ writer, tally, width, header }, delimiter, limits.maxRows);
      if (!hasHeader) await recorder.add(parser);
      await recordRows(parser, more, recorder);
      if (recorder.neededWidth > width) return recorder.neededWidth;
      const finished = await writer.finish(tally.columns(named.names));
      const read = { dialect, first, hasHeader, named, decimalMark, tally, recorder };
      const reading = await readingOf({ encoding, delimiter }, read, finished, target);
      return { description: await addReading(target.folder, finished, reading), reading };
    } finally {
      await writer.close();
    }
  } finally {
    await texts.return();
  }
}

function hasHeaderOf({ choices, guessHeader, storedOf }: CsvOptions, { look }: CsvDialect): boolean {
  if (storedOf) return true;
  return choices?.hasHeader ?? !(guessHeader === true && look === 'data');
}

interface ReadFile {
  readonly dialect: CsvDialect;
  readonly first: readonly string[];
  readonly hasHeader: boolean;
  readonly named: NamedColumns;
  readonly decimalMark: DecimalMark;
  readonly tally: CsvColumnTally;
  readonly recorder: CsvRowRecorder;
}

async function readingOf(
  original: { readonly encoding: string; readonly delimiter: string },
  read: ReadFile,
  finished: TableDescription,
  { folder, options }: Target,
): Promise<FileReading> {
  const { dialect, hasHeader, named, decimalMark, tally } = read;
  const { storedOf, choices = {} } = options;
  const table = folderTable(folder, finished);
  const rows = await firstRows(table);
  const ofColumns = columnWarnings({ ...named, table, notes: tally.notes(), decimalMark, rows });
  const { columns: _, ...said } = choices;
  return {
    ...(storedOf ?? { ...original, hasHeader, skippedLines: dialect.skipLines }),
    warnings: [
      ...(storedOf ? ofFile(storedOf) : warningsOfFile(read, finished, rows, choices)),
      ...ofColumns,
    ],
    choices: { ...said, ...(named.corrections.length > 0 && { columns: named.corrections }) },
  };
}

/** What was told of the lines of a file is still so when its table is read once more. */
function ofFile({ warnings }: FileReading): FileWarning[] {
  return warnings.filter(({ about }) => about === 'file');
}

function warningsOfFile(
  { dialect, first, hasHeader, named, recorder }: ReadFile,
  { rows: count }: TableDescription,
  rows: readonly (readonly unknown[])[],
  { hasHeader: said, columns }: ReadingChoices,
): FileWarning[] {
  const { short, long } = recorder;
  const isFilled = (cell: unknown): boolean => cell !== null && cell !== '';
  const isWiderBelow = rows.slice(0, 5).some((row) => row.filter(isFilled).length > 1);
  const isHeaderSaid = said !== undefined;
  const { originals: names } = named;
  const done = new Set(names);
  const lost = (columns ?? []).map(({ column }) => column).filter((column) => !done.has(column));
  return fileWarnings({
    dialect,
    first,
    hasHeader,
    isHeaderSaid,
    names,
    lost,
    short,
    long,
    rows: count,
    isWiderBelow,
  });
}

/** Where the comma is the decimal mark, programs write other delimiters. */
function usualDecimalMark(delimiter: string): DecimalMark {
  return delimiter === ';' || delimiter === '\t' ? 'either' : 'point';
}

/** Gives the parser the next text; false when there is no more. */
function feeder(texts: AsyncGenerator<string, void, undefined>, parser: CsvParser): () => Promise<boolean> {
  let ended = false;
  return async () => {
    if (ended) return false;
    const next = await texts.next();
    ended = next.done === true;
    if (next.done) parser.end();
    else parser.push(next.value);
    return true;
  };
}

/** The first row, on which the parser then stands. */
async function readFirst(parser: CsvParser, more: () => Promise<boolean>): Promise<string[]> {
  for (;;) {
    while (parser.next()) {
      if (!isBlankLine(parser)) return Array.from({ length: parser.count }, (_, i) => parser.value(i));
    }
    if (!(await more())) throw emptyFile();
  }
}

async function recordRows(
  parser: CsvParser,
  more: () => Promise<boolean>,
  recorder: CsvRowRecorder,
): Promise<void> {
  do {
    while (parser.next()) {
      const full = recorder.add(parser);
      if (full) await full;
    }
  } while (await more());
}

async function writeSqlite(folder: string, description: TableDescription): Promise<void> {
  if (description.columns.length > maxSqlColumns) return;
  const file = sqliteFile(folder);
  await writeSqliteFile(file, description.columns, folderTable(folder, description).batches);
  await syncToDisk(file, 'r+');
}

async function syncToDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function emptyFile(): RefusedError {
  return inputRefused(
    'The file is empty: it has no line with column names. Check that the right file was chosen, and that it was saved before it was uploaded.',
  );
}
