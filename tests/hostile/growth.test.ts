/**
 * Twice as much costs at most a little over twice the processor time: fields, columns, rows, accounts, endpoints and
 * scheduled jobs are doubled, through the door. What looks up a list in a list would cost four times as much.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyRows, type GrownTable } from '../support/copied-rows.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const most = 2.3;
/** The least of several is what nobody else has disturbed. */
const rounds = 5;
/** Of processor time, that one measurement takes at least: its clock counts in milliseconds. */
const leastMs = 60;

let service: TestService;
let ann: Session;
let files = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, 'ann@example.com', '--plan', 'custom', '--admin');
});
afterAll(() => service[Symbol.asyncDispose]());

type Work = () => Promise<unknown>;

async function costOf(work: Work): Promise<number> {
  await work();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    let spent = 0;
    let times = 0;
    while (spent < leastMs) {
      await work();
      times += 1;
      const { user, system } = process.cpuUsage(before);
      spent = (user + system) / 1_000;
    }
    least = Math.min(least, spent / times);
  }
  return least;
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

const csvOf = (columns: readonly string[], rows: number): string =>
  [columns, ...Array.from({ length: rows }, (_, row) => columns.map((_, column) => `${row}${column}`))]
    .map((cells) => cells.join(','))
    .join('\n');

async function fileOf(csv: string): Promise<string> {
  const path = join(service.folder, `growth-${files++}.csv`);
  await writeFile(path, csv);
  return path;
}

async function answered(asked: Promise<Response>, status: number): Promise<void> {
  const answer = await asked;
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`answered ${answer.status}`);
}

/** Copies a row of the table until there are so many. */
async function copyUntil(table: GrownTable, count: number, own: readonly string[]): Promise<void> {
  const { db } = service.database;
  const { there } = await db
    .selectFrom(table)
    .select((field) => field.fn.countAll<number>().as('there'))
    .executeTakeFirstOrThrow();
  await copyRows(db, table, count - Number(there), own);
}

const publish = (csv: string, ...words: readonly string[]): Promise<string> =>
  service.publish(csv, '--owner', 'ann@example.com', ...words);

/** The row that is copied: another in its place would get the same copies. */
const made = new Map<string, Promise<unknown>>();

async function madeOnce(table: GrownTable, make: Work): Promise<void> {
  const making = made.get(table) ?? make();
  made.set(table, making);
  await making;
}

async function makeJob(): Promise<void> {
  const words = ['--name', 'Morning', '--cadence', 'daily', '--at', '07:30', '--zone', 'UTC'];
  await service.command(
    'schedule',
    'create',
    'ann@example.com',
    '--endpoint',
    await publish('a\n1\n'),
    ...words,
  );
}

const cases: Readonly<Record<string, readonly [number, (size: number) => Promise<Work>]>> = {
  accounts: [
    2_000,
    async (size) => {
      await copyUntil('accounts', size, ['id', 'email']);
      return () => answered(ann.call('GET', '/api/administrator/accounts?search=copy&sort=credits'), 200);
    },
  ],
  endpoints: [
    2_000,
    async (size) => {
      await madeOnce('endpoints', () => publish('a\n1\n'));
      await copyUntil('endpoints', size, ['id']);
      return () => answered(ann.call('GET', '/api/endpoints?search=upload&sort=hits'), 200);
    },
  ],
  'scheduled jobs': [
    1_000,
    async (size) => {
      await madeOnce('jobs', makeJob);
      await copyUntil('jobs', size, ['id']);
      return async () => {
        await service.command('schedule', 'list', 'ann@example.com');
        await answered(ann.call('GET', '/api/schedules'), 200);
      };
    },
  ],
  'fields that are chosen in another order': [
    2_500,
    async (size) => {
      const names = numbered('f', size);
      const id = await publish(csvOf(names, 1), '--fields', names.toReversed().join(','));
      return () => answered(service.get(`${id}?type=json_records`), 200);
    },
  ],
  'fields that the file has lost': [
    2_500,
    async (size) => {
      const names = numbered('f', size);
      const id = await publish(csvOf(names, 1), '--fields', names.join(','));
      const other = await fileOf(csvOf(numbered('other', size), 1));
      await service.command('publish', other, '--replace', id);
      return () => answered(service.get(id), 409);
    },
  ],
  'columns of a file that stay text': [
    2_500,
    async (size) => {
      const names = numbered('c', size);
      const file = await fileOf(csvOf(names, 1));
      const text = ['--text', names.join(',')];
      const id = await publish(csvOf(names, 1), ...text);
      return () => service.command('publish', file, '--replace', id);
    },
  ],
  'columns with one name': [
    2_500,
    async (size) => {
      const header = Array.from({ length: size }, () => 'same');
      const file = await fileOf(csvOf(header, 1));
      const id = await publish(csvOf(header, 1));
      return () => service.command('publish', file, '--replace', id);
    },
  ],
  'rows of a file': [
    10_000,
    async (size) => {
      const file = await fileOf(csvOf(['a', 'b', 'c'], size));
      const id = await publish(csvOf(['a', 'b', 'c'], size));
      return async () => {
        await service.command('publish', file, '--replace', id);
        await answered(service.get(`${id}?type=json_records`), 200);
      };
    },
  ],
};

it.each(Object.entries(cases))('%s', { timeout: 300_000 }, async (_name, [size, prepare]) => {
  const small = await costOf(await prepare(size));
  const large = await costOf(await prepare(2 * size));
  expect({ small, large, growth: large / small }).toEqual({
    small,
    large,
    growth: expect.toSatisfy((growth: number) => growth <= most),
  });
});
