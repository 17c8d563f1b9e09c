/** What a question of the builder answers through the front door, against the filter done by hand. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Filter,
  isGroup,
  type Match,
  type Measure,
  measureColumns,
  type Question,
} from '../../dashboard/src/features/builder/question.ts';
import { writeSql } from '../../dashboard/src/features/builder/write-sql.ts';
import { fuzzed } from '../support/fuzzed.ts';
import { questionsOf } from '../support/random-questions.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;

const columns = [
  { name: 'id', type: 'integer' },
  { name: 'Say "hi"', type: 'string' },
  { name: 'größe [cm]', type: 'number' },
  { name: 'order', type: 'boolean' },
  { name: 'day', type: 'date' },
] as const;

const words = [
  null,
  '',
  'a',
  'A',
  "O'Brien",
  'say "hi"',
  '50%',
  '50',
  'a_b',
  'axb',
  'back\\slash',
  'Émile',
  'é',
  '名前',
  '🙂',
  'x y',
];
const sizes = [null, 0, 1, -1.25, 10, 0.5, 3, 7, 20];
const truths = [null, true, false];
const days = [
  null,
  '2026-01-01',
  '2026-01-05T23:59:59Z',
  '2026-01-05',
  '2026-01-19T00:00:00+02:00',
  '2026-01-12 10:00',
];

const at = <Item>(list: readonly Item[], index: number): Item | null => list[index % list.length] ?? null;
const rows: readonly Row[] = Array.from({ length: 150 }, (_, index) => ({
  id: index,
  'Say "hi"': at(words, index),
  'größe [cm]': at(sizes, Math.floor(index / 3)),
  order: at(truths, Math.floor(index / 2)),
  day: at(days, Math.floor(index / 5)),
}));

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const written = (value: Value): string => (value === null ? '' : quoted(String(value)));
const csv = [
  columns.map(({ name }) => quoted(name)).join(),
  ...rows.map((row) => columns.map(({ name }) => written(row[name] ?? null)).join()),
].join('\n');

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startTestService();
  id = await service.publish(`${csv}\n`);
});
afterAll(() => service[Symbol.asyncDispose]());

const answers = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const texts = fc.constantFrom(...words.map((word) => word ?? 'none'), 'B', 'o', '%', '_', "'");

it('answers what the filter by hand gives', async () => {
  await fc.assert(
    fc.asyncProperty(questionsOf(columns, texts), async (question) => {
      const sql = writeSql(sortedWholly(question), columns);
      const answer = await service.get(`${id}?type=json_records&sql=${encodeURIComponent(sql)}`);
      const told = await answer.text();
      expect(answer.status, `${sql}: ${told}`).toBe(200);
      const found = answers.parse(JSON.parse(told));
      const { limit } = question;
      const expected = byHand(sortedWholly(question));
      expect(found.map(comparable), sql).toEqual(expected.slice(0, limit).map(comparable));
    }),
    { numRuns: fuzzed(1_500) },
  );
});

/** By every column there is, so that one order alone is right. */
function sortedWholly(question: Question): Question {
  const { shown, sort } = question;
  const names = 'by' in shown ? shown.by : ['id'];
  const missing = names.filter((name) => !sort.some(({ column }) => column === name));
  return { ...question, sort: [...sort, ...missing.map((column) => ({ column, isDescending: false }))] };
}

function byHand({ shown, filters, match, sort }: Question): readonly Row[] {
  const kept = rows.filter((row) =>
    holds(row, match, filters, (item) =>
      isGroup(item)
        ? holds(row, item.match, item.filters, (filter) => passes(row, filter))
        : passes(row, item),
    ),
  );
  const inOrder = (list: readonly Row[]): readonly Row[] =>
    list.toSorted((a, b) => {
      for (const { column, isDescending } of sort) {
        const order = compare(a[column] ?? null, b[column] ?? null);
        if (order !== 0) return isDescending ? -order : order;
      }
      return 0;
    });
  if ('by' in shown) return inOrder(groups(kept, shown.by, shown.measures));
  const { columns: names } = shown;
  return inOrder(kept).map((row) =>
    names.length === 0 ? row : Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  );
}

function holds<Item>(_: Row, match: Match, items: readonly Item[], passed: (item: Item) => boolean): boolean {
  if (items.length === 0) return true;
  return match === 'all' ? items.every(passed) : items.some(passed);
}

function passes(row: Row, { column, operator, values }: Filter): boolean {
  const value = row[column] ?? null;
  const [first = '', second = ''] = values;
  if (operator === 'isEmpty') return value === null || value === '';
  if (operator === 'isNotEmpty') return value !== null && value !== '';
  if (operator === 'isNot') return value !== first;
  if (operator === 'differs') return value !== Number(first);
  if (value === null) return false;
  if (operator === 'isTrue') return value === true;
  if (operator === 'isFalse') return value === false;
  if (typeof value === 'number') return passesNumber(value, operator, Number(first), Number(second));
  return passesText(String(value), operator, first, second, values);
}

function passesNumber(value: number, operator: Filter['operator'], first: number, second: number): boolean {
  if (operator === 'equals') return value === first;
  if (operator === 'less') return value < first;
  if (operator === 'atMost') return value <= first;
  if (operator === 'greater') return value > first;
  if (operator === 'atLeast') return value >= first;
  return value >= first && value <= second;
}

function passesText(
  value: string,
  operator: Filter['operator'],
  first: string,
  second: string,
  values: readonly string[],
): boolean {
  const day = value.slice(0, 10);
  if (operator === 'is') return value === first;
  if (operator === 'isOneOf') return values.includes(value);
  if (operator === 'contains') return folded(value).includes(folded(first));
  if (operator === 'startsWith') return folded(value).startsWith(folded(first));
  if (operator === 'endsWith') return folded(value).endsWith(folded(first));
  if (operator === 'on') return day === first;
  if (operator === 'before') return day < first;
  if (operator === 'after') return day > first;
  return day >= first && day <= second;
}

/** LIKE does not tell a from A, but é from É. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** As SQLite orders: what is missing, numbers, texts by their bytes. */
function compare(a: Value, b: Value): number {
  const [x, y] = [ordered(a), ordered(b)];
  if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  const rank = (value: string | number | null): number =>
    value === null ? 0 : typeof value === 'number' ? 1 : 2;
  return rank(x) - rank(y);
}

const ordered = (value: Value): string | number | null =>
  typeof value === 'boolean' ? Number(value) : value;

function groups(kept: readonly Row[], by: readonly string[], measures: readonly Measure[]): readonly Row[] {
  const names = measureColumns(by, measures);
  const found = Map.groupBy(kept, (row) => JSON.stringify(by.map((name) => row[name] ?? null)));
  // Without columns to group by, there is one group, be it empty.
  if (by.length === 0) found.set('[]', [...kept]);
  return [...found.values()].map((members) =>
    Object.fromEntries([
      ...by.map((name) => [name, members[0]?.[name] ?? null] as const),
      ...measures.map((measure, index) => [names[index] ?? '', measured(members, measure)] as const),
    ]),
  );
}

function measured(members: readonly Row[], { name, column }: Measure): Value {
  if (column === undefined) return members.length;
  const values = members.map((row) => ordered(row[column] ?? null)).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sum = values.reduce<number>((total, value) => total + numberIn(value), 0);
  if (name === 'sum') return sum;
  if (name === 'avg') return sum / values.length;
  const inOrder = values.toSorted(compare);
  return (name === 'min' ? inOrder[0] : inOrder.at(-1)) ?? null;
}

/** The number at the beginning of a text. */
const numberIn = (value: string | number): number =>
  typeof value === 'number' ? value : Number.parseFloat(/^\d+/.exec(value)?.[0] ?? '0');

/** Truths are 1 and 0 where they are no longer a column of the table. */
function comparable(row: Row): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? Math.round(value * 1e9) / 1e9
        : typeof value === 'boolean'
          ? Number(value)
          : value,
    ]),
  );
}
