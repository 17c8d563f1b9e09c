/**
 * Files as people have them: each is read right, or its doubt is told. Columns with types, rows with `/` between them and
 * `∅` for a missing value, and a part of every warning, in order (contract 1.3.6 to 1.3.10).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

type MessyFile = readonly [name: string, columns: string, rows: string, ...told: string[]];

const files: readonly MessyFile[] = [
  [
    'accounting-negatives.csv',
    'id:integer · balance:string',
    '1 · (1,234.50) / 2 · 10.00',
    'looks like numbers but is text, because of "(1,234.50)"',
  ],
  ['bars.csv', 'a:integer · b:string', '1 · x, y / 2 · z'],
  ['blank-lines-between.csv', 'a:integer · b:integer', '1 · 2 / 3 · 4'],
  [
    'blank-names.csv',
    'id:integer · column_2:string · name:string · column_4:string',
    '1 · x · a · y',
    'no name: now "column_2", "column_4".',
  ],
  ['commas-in-quotes.csv', 'id:integer · name:string', '1 · Doe, Jane / 2 · Roe; Rick'],
  ['dates-day-first.csv', 'id:integer · day:string', '1 · 31.12.2026 / 2 · 01.02.2026', 'looks like dates'],
  ['dates-in-doubt.csv', 'id:integer · day:string', '1 · 01/02/2026 / 2 · 03/04/2026', 'looks like dates'],
  ['dates-month-first.csv', 'id:integer · day:string', '1 · 12/31/2026 / 2 · 01/02/2026', 'looks like dates'],
  ['dates-of-two-digits.csv', 'id:integer · day:string', '1 · 31.12.26 / 2 · 01.02.27', 'looks like dates'],
  ['dates-of-two-kinds.csv', 'id:integer · day:string', '1 · 31/12/2026 / 2 · 12/31/2026'],
  ['dates-with-names.csv', 'id:integer · day:string', '1 · 31 Dec 2026 / 2 · 1 Feb 2026', 'looks like dates'],
  ['decimal-comma-in-doubt.csv', 'id:integer · price:string', '1 · 1,5 / 2 · 5.555', 'may be 5555 or 5.555.'],
  ['decimal-comma-proved.csv', 'id:integer · price:number', '1 · 1234.5 / 2 · 5555'],
  ['decimal-commas.csv', 'id:integer · price:number', '1 · 99.9 / 2 · 5.5'],
  [
    'dollars.csv',
    'id:integer · price:string',
    '1 · $1,234.50 / 2 · $3',
    'looks like numbers but is text, because of "$1,234.50"',
  ],
  ['doubled-quotes.csv', 'id:integer · note:string', '1 · say "hi"'],
  [
    'duplicate-names.csv',
    'Amount:integer · Amount_2:integer · Date:date',
    '1 · 2 · 2026-01-01',
    'The others are now "Amount_2".',
  ],
  ['empty-column.csv', 'a:integer · b:string · c:string', '1 · ∅ · x / 2 · ∅ · y', 'column is empty: "b".'],
  [
    'euros.csv',
    'id:integer · price:string',
    '1 · 1.234,50 € / 2 · 3,00 €',
    'looks like numbers but is text, because of "1.234,50 €"',
  ],
  [
    'excel-german.csv',
    'Datum:date · Betrag:number · Größe:string',
    '2026-12-31 · 1234.56 · groß / 2027-01-01 · 99.9 · übergroß',
  ],
  ['excel-sep-line.csv', 'a:integer · b:string', '1 · x / 2 · y'],
  ['formulas.csv', 'id:integer · note:string', '1 · =1+1 / 2 · @cmd'],
  [
    'header-again.csv',
    'id:string · n:string',
    '1 · 10 / 2 · 20 / 3 · 30 / id · n / 4 · 40 / 5 · 50 / 6 · 60 / 7 · 70',
    'looks like numbers but is text, because of "id"',
    'looks like numbers but is text, because of "n"',
  ],
  ['header-only.csv', 'id:string · name:string', '', 'no rows'],
  [
    'header-shorter-than-rows.csv',
    'id:integer · name:string · column_3:string',
    '1 · a · x / 2 · b · y',
    'has no name for "column_3",',
    '2 rows have more cells than the header (first on line 2)',
  ],
  ['hidden-characters.csv', 'id:integer · note:string', '1 · a​b / 2 ·  c'],
  ['inches.csv', 'pipe:string · size:string', '5" pipe · x / 6" pipe · y'],
  ['iso-dates.csv', 'id:integer · day:date', '1 · 2026-12-31 / 2 · 2026-01-05'],
  ['iso-moments.csv', 'id:integer · at:datetime', '1 · 2026-12-31T17:05:00Z / 2 · 2026-01-05T00:00:00+02:00'],
  ['leading-zeros.csv', 'zip:string · city:string', '00501 · Holtsville / 10001 · New York'],
  ['line-breaks-in-cells.csv', 'id:integer · note:string', '1 · two\nlines / 2 · one'],
  ['long-integers.csv', 'id:integer · n:integer', '12345678901234567890 · 1 / 12345678901234567891 · 2'],
  [
    'long-row.csv',
    'a:integer · b:integer · column_3:integer · column_4:integer',
    '1 · 2 · ∅ · ∅ / 3 · 4 · 5 · 6',
    'has no name for "column_3", "column_4",',
    '1 row has more cells than the header (first on line 3)',
  ],
  ['matrix.csv', '1:integer · 2:integer · 3:integer', '4 · 5 · 6 / 7 · 8 · 9', 'The first row may be data'],
  [
    'mirrored-doubt.csv',
    'id:integer · price:string',
    '1 · 1.5 / 2 · 5,555',
    'looks like numbers but is text, because of "5,555"',
  ],
  [
    'missing-words.csv',
    'id:integer · n:string',
    '1 · 5 / 2 · 6 / 3 · 7 / 4 · 8 / 5 · N/A',
    'looks like numbers but is text, because of "N/A"',
  ],
  ['mixed-line-ends.csv', 'a:integer · b:integer', '1 · 2 / 3 · 4 / 5 · 6'],
  [
    'names-in-two-lines.csv',
    'column_1:string · column_2:string · 2026:string · column_4:string',
    'id · name · sold · left / 1 · a · 2 · 3 / 2 · b · 4 · 5',
    'The first row may be data',
    'no name: now "column_1", "column_2", "column_4".',
  ],
  ['names-that-differ-in-case.csv', 'id:integer · ID:integer · Id:integer', '1 · 2 · 3'],
  [
    'no-header-dates.csv',
    'column_1:date · column_2:string · column_3:string',
    '2026-01-05 · North · open / 2026-01-06 · South · done',
    'The first row looks like data',
  ],
  [
    'no-header-german.csv',
    'column_1:number · column_2:number',
    '1.5 · 2.5 / 3.5 · 4.5',
    'The first row looks like data',
  ],
  [
    'no-header-missing-word.csv',
    'column_1:string · column_2:integer',
    'N/A · 5 / 1 · 6 / 2 · 7',
    'The first row looks like data',
  ],
  [
    'no-header-numbers.csv',
    'column_1:integer · column_2:string · column_3:number',
    '101 · Ann · 9.5 / 102 · Bo · 8 / 103 · Cy · 7.25',
    'The first row looks like data',
  ],
  ['no-header-one-row.csv', 'column_1:integer · column_2:number', '7 · 8.5', 'The first row looks like data'],
  [
    'no-header-text.csv',
    'column_1:string · column_2:string',
    'Berlin · Germany / Paris · France / Munich · Germany',
    'The first row looks like data',
  ],
  ['no-such-day.csv', 'id:integer · day:string', '1 · 2026-02-28 / 2 · 2026-02-30'],
  ['number-sign-as-name.csv', '#:integer · name:string', '1 · a / 2 · b'],
  ['old-mac-line-ends.csv', 'a:integer · b:integer', '1 · 2 / 3 · 4'],
  ['one-column-of-sentences.csv', 'note:string', 'hello, world / foo / bar'],
  ['one-column.csv', 'name:string', 'Ann / Bo'],
  [
    'percent.csv',
    'id:integer · share:string',
    '1 · 12 % / 2 · 7.5%',
    'looks like numbers but is text, because of "12 %"',
  ],
  ['phone-numbers.csv', 'who:string · phone:string', 'Ann · +49 30 1234 / Bo · 030 123'],
  ['points-beside-commas.csv', 'a:number · b:number', '1.5 · 1.234 / 2.5 · 2.5', 'may be 1234 or 1.234.'],
  ['points-in-doubt.csv', 'id:integer · price:number', '1 · 1.234 / 2 · 5.555', 'may be 1234 or 1.234.'],
  [
    'preamble-of-keys.csv',
    'id:integer · name:string · city:string · price:number',
    '1 · a · Bonn · 2.5 / 2 · b · Kiel · 3.5',
    'We skipped 4 lines',
  ],
  [
    'preamble-padded.csv',
    'id:integer · name:string · city:string · price:number',
    '1 · a · Bonn · 2.5 / 2 · b · Kiel · 3.5',
    'We skipped 3 lines',
  ],
  ['remarks.csv', 'id:integer · name:string · price:integer', '1 · a · 2 / 2 · b · 3', 'We skipped 2 lines'],
  ['scientific.csv', 'id:integer · n:number', '1 · 100000 / 2 · 0.0025'],
  ['semicolons-and-commas.csv', 'id:integer · tags:string', '1 · a,b / 2 · c,d'],
  ['sep-line-and-title.csv', 'id:integer · name:string', '1 · x / 2 · y', 'We skipped 2 lines'],
  [
    'short-rows.csv',
    'a:integer · b:integer · c:integer',
    '1 · 2 · 3 / 4 · ∅ · ∅ / 5 · 6 · ∅',
    '2 rows have fewer cells than the header (first on line 3)',
  ],
  ['spaces-around-names.csv', ' id :integer ·  name:string', '1 ·  a'],
  ['tabs-with-commas.tsv', 'name:string · price:number', 'A, B · 1.5 / C · 2.5'],
  ['text-after-quote.csv', 'id:integer · note:string', '1 · ab / 2 · c'],
  [
    'thousands-in-quotes.csv',
    'id:integer · price:string',
    '1 · 1,234 / 2 · 5,678',
    'looks like numbers but is text, because of "1,234"',
  ],
  [
    'thousands-with-spaces.csv',
    'id:integer · people:string',
    '1 · 1 234 / 2 · 12 345',
    'looks like numbers but is text, because of "1 234"',
  ],
  ['title-and-blank-line.csv', 'name:string · city:string', 'Ann · Bonn / Bo · Kiel', 'We skipped 2 lines'],
  [
    'title-and-short-rows.csv',
    'id:integer · name:string · city:string',
    '1 · a · b / 2 · b · ∅ / 3 · c · ∅',
    'We skipped 1 line',
    '2 rows have fewer cells than the header (first on line 4)',
  ],
  ['title-line.csv', 'id:integer · name:string', '1 · a / 2 · b', 'We skipped 1 line'],
  ['title-unclear.csv', 'Customers:string', 'name;city / Ann;Bonn / Bo;Kiel', 'looks like a title'],
  ['title-with-comma.csv', 'id:integer · name:string', '1 · a / 2 · b', 'We skipped 1 line'],
  [
    'total-row.csv',
    'id:string · name:string · n:integer',
    '1 · a · 10 / 2 · b · 20 / 3 · c · 30 / 4 · d · 40 / Total · ∅ · 100',
    'looks like numbers but is text, because of "Total"',
  ],
  ['trailing-delimiters.csv', 'a:integer · b:integer', '1 · 2 / 3 · 4'],
  ['truth-in-capitals.csv', 'id:integer · ok:boolean', '1 · true / 2 · false'],
  ['utf16be.csv', 'id:integer · name:string', '1 · Zoë'],
  ['utf16le-tab.csv', 'id:integer · name:string', '1 · Zoë / 2 · Bo'],
  ['utf8-bom.csv', 'id:integer · name:string', '1 · Zoë'],
  ['windows-quotes.csv', 'id:integer · note:string', '1 · “quoted” — café'],
  ['years-as-names.csv', 'Country:string · 2024:integer · 2025:integer', 'Chad · 1 · 2 / Peru · 3 · 4'],
  ['yes-and-no.csv', 'id:integer · ok:string', '1 · yes / 2 · no'],
];

const folder = join(import.meta.dirname, 'messy-files');
let service: TestService;
let ann: Session;

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, 'ann@example.com', '--plan', 'pro');
});
afterAll(() => service[Symbol.asyncDispose]());

const uploaded = z.object({
  upload: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  warnings: z.array(z.object({ text: z.string() })),
});

async function send(name: string, query = ''): Promise<z.infer<typeof uploaded>> {
  const content = readFileSync(join(folder, name), 'latin1');
  const answer = await ann.upload(`/api/uploads?name=${name}${query}`, content);
  return uploaded.parse(JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? ''));
}

async function rowsOf(upload: string): Promise<string> {
  const body = { type: 'json_values', fields: null };
  const answer = await ann.call('POST', `/api/uploads/${upload}/preview`, body);
  const shown = z.object({ rows: z.array(z.array(z.string().nullable())) }).parse(await answer.json());
  return shown.rows.map((row) => row.map((cell) => cell ?? '∅').join(' · ')).join(' / ');
}

it('are all of the folder, sixty at least', () => {
  expect(files.map(([name]) => name)).toEqual(readdirSync(folder).sort());
  expect(files.length).toBeGreaterThanOrEqual(60);
});

it.each(files)('%s', async (name, columns, rows, ...told) => {
  const read = await send(name, '&hasHeader=guess');
  expect(read.columns.map((column) => `${column.name}:${column.type}`).join(' · ')).toBe(columns);
  expect(await rowsOf(read.upload)).toBe(rows);
  expect(read.warnings.map(({ text }) => text)).toEqual(told.map((part) => expect.stringContaining(part)));
});

it.each(files.filter(([name]) => name.startsWith('no-header')))(
  '%s is told where nobody guesses',
  async (name) => {
    const { warnings } = await send(name);
    expect(warnings[0]?.text).toMatch(/^The first row looks like data, but it became the column names/);
  },
);
