/**
 * Any table of any texts, written with any delimiter, line end, encoding and quoting, and arriving in pieces
 * cut anywhere, is read back equal, with the types that the rules give (contract 1.3.6).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ingestCsv } from '../../src/sources/csv-upload/ingest.ts';
import { defaultCsvLimits } from '../../src/sources/csv-upload/limits.ts';
import { folderTable, readDescription } from '../../src/table/stored/table-reader.ts';
import { fuzzed } from '../support/fuzzed.ts';

type Written = string | null;

interface Writing {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly lastLineEnd: boolean;
  readonly encoding: Encoding;
  /** `needed` leaves everything else bare, which only a declared delimiter makes unmistakable. */
  readonly quotes: 'needed' | 'careful' | 'all';
}

const letters = 'a,;\t|"\r\n 10.-+eE&<\\\'\x1b\x7fé€🙂\u2028\ufeff\ufffe名';
const ascii = 'aB,;\t|"\r\n 10.-+eE&<\\\'~';

interface Encoding {
  readonly name: string;
  readonly characters: string;
  readonly encode: (text: string) => Buffer;
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const windows1252: Encoding = {
  name: 'windows-1252',
  characters: `${ascii}éÿ§ß`,
  encode: (text) => Buffer.from(text, 'latin1'),
};

const encodings: readonly Encoding[] = [
  { name: 'utf-8', characters: letters, encode: (text) => Buffer.from(text, 'utf8') },
  {
    name: 'utf-8 with mark',
    characters: `${letters}\0`,
    encode: (text) => Buffer.from(`\ufeff${text}`, 'utf8'),
  },
  { name: 'utf-16le with mark', characters: `${letters}\0`, encode: (text) => utf16(`\ufeff${text}`) },
  {
    name: 'utf-16be with mark',
    characters: `${letters}\0`,
    encode: (text) => utf16(`\ufeff${text}`).swap16(),
  },
  { name: 'utf-16le', characters: ascii, encode: utf16 },
  { name: 'utf-16be', characters: ascii, encode: (text) => utf16(text).swap16() },
  windows1252,
];

const writing: fc.Arbitrary<Writing> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  lastLineEnd: fc.boolean(),
  encoding: fc.constantFrom(...encodings),
  quotes: fc.constantFrom('needed', 'careful', 'all'),
});

/** Each column leans to one kind of cell, so that all types come up. */
function cellsOf(characters: string): fc.Arbitrary<Written>[] {
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
  const integer = fc.oneof(fc.bigInt().map(String), fc.integer().map(String), fc.constant('0'));
  const number = fc.oneof(fc.double({ noDefaultInfinity: true, noNaN: true }).map(String), integer);
  const boolean = fc.constantFrom('true', 'false', 'TRUE', 'False');
  return [text, integer, number, boolean].map((cell) =>
    fc.oneof({ weight: 8, arbitrary: cell }, { weight: 1, arbitrary: fc.constantFrom(null, '') }),
  );
}

/** Names are neither blank nor repeated, and the first marks the file as what it is: see `csv-headers.test.ts`. */
function tableOf(encoding: Encoding) {
  const { characters } = encoding;
  const kinds = fc.array(fc.constantFrom(...cellsOf(characters)), { minLength: 1, maxLength: 5 });
  return kinds.chain((columns) =>
    fc.record({
      header: fc
        .array(fc.string({ unit: fc.constantFrom(...characters.replace('\0', '')), maxLength: 5 }), {
          minLength: columns.length,
          maxLength: columns.length,
        })
        .map((names) =>
          names.map((name, i) =>
            i === 0 ? `${encoding === windows1252 ? 'é' : 'h'} ${name}` : `${i}${name}`,
          ),
        ),
      rows: fc.array(fc.tuple(...columns), { maxLength: 12 }),
    }),
  );
}

test('reads back what was written', { timeout: 120_000 }, async () => {
  const upload = writing.chain((how) =>
    fc.tuple(fc.constant(how), tableOf(how.encoding), fc.array(fc.nat(600))),
  );
  await fc.assert(
    fc.asyncProperty(upload, async ([how, { header, rows: given }, cuts]) => {
      // A file of one column has no way to write a missing value at its end.
      const rows = header.length > 1 ? given : given.map(([cell]) => [cell ?? '']);
      const types = header.map((_, column) => typeOf(rows.map((row) => row[column] ?? null)));
      const read = await ingest(how.encoding.encode(written([header, ...rows], how)), cuts);
      expect(read.columns).toEqual(header.map((name, column) => ({ name, type: types[column] })));
      expect(read.rows).toEqual(
        rows.map((row) =>
          row.map((cell, column) => (cell === '' && types[column] !== 'string' ? null : cell)),
        ),
      );
    }),
    { numRuns: fuzzed(1000) },
  );
});

function written(records: readonly (readonly Written[])[], how: Writing): string {
  const mustQuote =
    how.quotes === 'needed' ? ['"', '\r', '\n', how.delimiter] : ['"', '\r', '\n', ',', ';', '\t', '|'];
  const cell = (text: Written): string => {
    if (text === null) return '';
    const quoted = how.quotes === 'all' || text === '' || mustQuote.some((each) => text.includes(each));
    return quoted ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = records.map((record) => record.map(cell).join(how.delimiter));
  if (how.quotes === 'needed') lines.unshift(`sep=${how.delimiter}`);
  return lines.join(how.lineEnd) + (how.lastLineEnd ? how.lineEnd : '');
}

function typeOf(cells: readonly Written[]): string {
  const full = cells.filter((cell): cell is string => cell !== null && cell !== '');
  const all = (pattern: RegExp) => full.length > 0 && full.every((cell) => pattern.test(cell));
  if (all(/^(true|false)$/i)) return 'boolean';
  if (
    !all(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/) ||
    !full.every((cell) => Number.isFinite(Number(cell)))
  ) {
    return 'string';
  }
  return all(/^-?[0-9]+$/) ? 'integer' : 'number';
}

async function ingest(bytes: Buffer, cuts: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'csv-round-trip-'));
  try {
    await ingestCsv(pieces(bytes, cuts), folder, defaultCsvLimits);
    const table = folderTable(folder, await readDescription(folder));
    const rows = (await Array.fromAsync(table.batches)).flat();
    return { columns: table.columns.map(({ name, type }) => ({ name, type })), rows };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array, void, undefined> {
  const starts = [0, ...cuts, bytes.length]
    .map((position) => Math.min(position, bytes.length))
    .sort((a, b) => a - b);
  for (const [i, start] of starts.entries()) yield bytes.subarray(start, starts[i + 1] ?? bytes.length);
}
