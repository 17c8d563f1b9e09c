/**
 * Reads an uploaded CSV file, whatever its encoding and delimiter, into a stored table and a SQLite file in
 * one folder. Types are decided over whole columns and no cell is lost: a file that turns out wider than its
 * header, or not to be UTF-8 after all, is read once more (contract 1.3.6).
 */
import { open } from 'node:fs/promises';
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import { columnNamesProblem } from '../../table/column-bounds.ts';
import { maxSqlColumns, writeSqliteFile } from '../../table/stored/sqlite-table.ts';
import { type FileReading, sqliteFile, type TableDescription } from '../../table/stored/table-layout.ts';
import { folderTable } from '../../table/stored/table-reader.ts';
import { addReading, TableWriter } from '../../table/stored/table-writer.ts';
import { columnNames, namedWidth } from '../header-names.ts';
import { CsvColumnTally, type DecimalMark } from './column-tally.ts';
import { type CsvDialect, detectDialect } from './dialect.ts';
import { type CsvEncoding, decodeText, detectEncoding, NotUtf8 } from './encoding.ts';
import type { CsvLimits } from './limits.ts';
import { refuseOtherFiles } from './other-files.ts';
import { CsvParser, isBlankLine } from './parser.ts';
import { CsvRowRecorder } from './row-recorder.ts';
import { CsvSpool } from './spool.ts';
import { csvWarnings } from './warnings.ts';

/** Enough of a file to tell its encoding and delimiter. */
const sampleBytes = 256 * 1024;

/** How the file was understood is a part of the description. */
export interface IngestedCsv {
  readonly description: TableDescription;
  readonly reading: FileReading;
}

/** As the uploader says; what is not said is found out. */
export interface CsvOptions {
  /** Without it each column of a file with semicolons or tabs may have either. */
  readonly decimal?: 'comma' | 'point' | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: CsvEncoding | undefined;
  /** Columns that stay text, whatever their cells look like; those that the file lacks do not count. */
  readonly text?: readonly string[] | undefined;
  /** The input is the stored CSV of a file that was read so, to be read once more. */
  readonly storedOf?: Pick<FileReading, 'encoding' | 'delimiter'> | undefined;
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

async function dialectOf(
  spool: CsvSpool,
  encoding: CsvEncoding,
  { delimiter, storedOf }: CsvOptions,
): Promise<CsvDialect> {
  if (storedOf) return { delimiter: ',', declared: false, hasTitleLine: false };
  const found = await detectedDialect(spool, encoding);
  return { ...found, delimiter: delimiter ?? found.delimiter };
}

async function detectedDialect(spool: CsvSpool, encoding: CsvEncoding): Promise<CsvDialect> {
  let head = '';
  for await (const text of decodeText(spool.read(), encoding)) {
    head += text;
    if (head.length >= sampleBytes) return detectDialect(head, false);
  }
  return detectDialect(head, true);
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
  const { options } = target;
  const { declared, hasTitleLine, delimiter } = await dialectOf(spool, encoding, options);
  const parser = new CsvParser(delimiter, target.limits);
  const texts = decodeText(spool.read(), encoding);
  const more = feeder(texts, parser);
  try {
    const header = await readHeader(parser, more, declared);
    const names = namesOf(header, target.width);
    const writer = await TableWriter.open(target.folder, names);
    try {
      const original = { encoding, delimiter, ...options.storedOf };
      const decimalMark = options.decimal ?? usualDecimalMark(original.delimiter);
      const text = new Set(options.text);
      const tally = new CsvColumnTally(names.length, decimalMark);
      const recorder = new CsvRowRecorder(
        { writer, tally, width: names.length },
        delimiter,
        target.limits.maxRows,
      );
      await recordRows(parser, more, recorder);
      if (recorder.neededWidth > names.length) return recorder.neededWidth;
      const finished = await writer.finish(tally.columns(names, text));
      const table = folderTable(target.folder, finished);
      const reading: FileReading = {
        ...original,
        warnings: await csvWarnings({ header, hasTitleLine, table, notes: tally.notes(), text }),
        ...(options.decimal && { decimal: options.decimal }),
        ...(text.size > 0 && { text: names.filter((name) => text.has(name)) }),
      };
      return { description: await addReading(target.folder, finished, reading), reading };
    } finally {
      await writer.close();
    }
  } finally {
    await texts.return();
  }
}

/** Looked at before they are made different from each other, because that takes long names long. */
function namesOf(header: readonly string[], width: number): readonly string[] {
  refuseNames(header);
  const names = columnNames(header, Math.max(width, namedWidth(header)));
  refuseNames(names);
  return names;
}

function refuseNames(names: readonly string[]): void {
  const problem = columnNamesProblem(names);
  if (problem !== undefined) throw inputRefused(problem);
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

async function readHeader(
  parser: CsvParser,
  more: () => Promise<boolean>,
  declared: boolean,
): Promise<string[]> {
  let skipped = !declared;
  for (;;) {
    while (parser.next()) {
      if (skipped && !isBlankLine(parser))
        return Array.from({ length: parser.count }, (_, i) => parser.value(i));
      skipped = true;
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
