/**
 * How long `GET /` stands still while one request does its worst: an upload of 200 MB of each hostile shape, a body at
 * each of the other doors, and each way to ask for a table of 200 MB.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { allFormats } from '../src/formats/all-formats.ts';
import { longestStall } from '../tests/support/longest-stall.ts';
import { runServiceCommand } from '../tests/support/service-process.ts';
import { signInAt } from '../tests/support/session.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Figure, within } from './figure.ts';

const barMs = 100;
const bytes = 200_000_000;
/** About 200 MB of CSV. */
const rows = 2_000_000;
const attacker = { email: 'mallory@bench.example', password: 'correct horse battery' };

/** How a file begins, and what is repeated until it is large enough. */
const files: Readonly<Record<string, readonly [head: string, part: string]>> = {
  'plain rows': ['n,text,amount,day\n', `12,${'some words '.repeat(8)},12.5,2026-03-01\n`.repeat(500)],
  'rows of two bytes': ['a\n', '1\n'.repeat(30_000)],
  'cells of 15 MB': ['a,b\n', `"${'<'.repeat(15_000_000)}",1\n`],
  'cells of 7 MB of quotes': ['a,b\n', `"${'""'.repeat(3_500_000)}",1\n`],
  '9,900 columns': [`${numbered(9_900, 'c')}\n`, `${numbered(9_900, '')}\n`],
  'a line without an end': ['', 'x'.repeat(65_536)],
  'line ends': ['a\n', '\n'.repeat(65_536)],
  delimiters: ['a\n', ','.repeat(65_536)],
  quotes: ['a\n', '"'.repeat(65_536)],
  'NUL characters': ['a\n', '\0'.repeat(65_536)],
};

const json: Readonly<Record<string, string>> = {
  nested: '['.repeat(60_000),
  'of 6,000 keys': JSON.stringify(
    Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, 1])),
  ),
  'of long texts': JSON.stringify({
    email: `${'a'.repeat(60_000)}@example.com`,
    password: 'x'.repeat(2_000),
  }),
  'of unknown columns': JSON.stringify({ fields: Array.from({ length: 7_000 }, (_, at) => `c${at}`) }),
};

const jsonDoors = [
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-up/email',
  'POST /urls/create',
  'POST /stripe/events',
  'PATCH /api/endpoints/ID',
  'POST /api/endpoints/ID/preview',
  'POST /api/schedules',
];

const statements: Readonly<Record<string, string>> = {
  'every row': 'SELECT * FROM service_table',
  'every row, sorted': 'SELECT * FROM service_table ORDER BY 2, 3',
  'one long cell': 'SELECT group_concat(id) FROM service_table',
  'no end': 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c',
  'a column name of 12,000 characters': `SELECT 1 AS "${'x'.repeat(12_000)}"`,
};

export async function oneRequest(world: BenchWorld): Promise<Figure[]> {
  const credits = ['--plan', 'custom', '--credits', '500000000', '--password', attacker.password];
  await runServiceCommand(world.dataDir, 'account', 'create', attacker.email, ...credits);
  const file = await world.file(rows);
  const { id } = await runServiceCommand(world.dataDir, 'publish', file, '--owner', attacker.email);
  await using service = await world.startServiceWithoutRenderings();
  const cookie = await signInAt(service.url, attacker);
  const figures: Figure[] = [];
  const measure = async (work: string, asked: () => Promise<number>): Promise<void> => {
    let status = 0;
    const stall = await longestStall(service.url, async () => {
      status = await asked();
    });
    figures.push(within(`longest stall of GET /, ${work}: ${status}`, stall, barMs, 'ms'));
  };
  const send = (line: string, headers: Readonly<Record<string, string>>, body?: Readable) =>
    statusOf(service.url, line.replace('ID', String(id)), { cookie, ...headers }, body);

  for (const [name, [head, part]] of Object.entries(files)) {
    const hostile = join(world.folder, 'hostile.csv');
    await pipeline(repeated(head, part), createWriteStream(hostile));
    await measure(`upload of 200 MB, ${name}`, () =>
      send('POST /api/uploads?name=a.csv', { 'content-type': 'text/csv' }, createReadStream(hostile)),
    );
    await rm(hostile);
  }
  for (const door of jsonDoors) {
    for (const [name, body] of Object.entries(json)) {
      await measure(`${door}, JSON ${name}`, () =>
        send(door, { 'content-type': 'application/json' }, Readable.from([body])),
      );
    }
  }
  for (const type of Object.keys(allFormats)) {
    for (const coding of ['identity', 'gzip', 'zstd'])
      await measure(`200 MB as ${type}, ${coding}`, () =>
        send(`GET /ID?type=${type}`, { 'accept-encoding': coding }),
      );
  }
  for (const [name, sql] of Object.entries(statements)) {
    for (const line of [`GET /ID?sql=${encodeURIComponent(sql)}`, 'POST /api/endpoints/ID/preview']) {
      const parameters = Readable.from([JSON.stringify({ parameters: { sql, type: 'csv' } })]);
      await measure(`SQL of 200 MB, ${name}, ${line.slice(0, 4).trim()}`, () =>
        line.startsWith('GET')
          ? send(line, {})
          : send(line, { 'content-type': 'application/json' }, parameters),
      );
    }
  }
  await measure('a download of the account', () => send('GET /api/account/export', {}));
  return figures;
}

function numbered(count: number, before: string): string {
  return Array.from({ length: count }, (_, at) => `${before}${at}`).join();
}

function* repeated(head: string, part: string): Iterable<Buffer> {
  yield Buffer.from(head);
  const piece = Buffer.from(part);
  for (let length = head.length; length + piece.length <= bytes; length += piece.length) yield piece;
}

/** Zero where the service has closed the connection. */
async function statusOf(
  url: string,
  line: string,
  headers: Readonly<Record<string, string>>,
  body: Readable = Readable.from([]),
): Promise<number> {
  const [method, path = ''] = line.split(' ');
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = request(url + path, { method, headers: { origin: url, ...headers } }, (answer) => {
    const status = answer.statusCode ?? 0;
    answer.on('data', () => {}).on('close', () => resolve(status));
  });
  sent.on('error', () => resolve(0));
  await pipeline(body, sent).catch(() => {});
  return promise;
}
