/**
 * What hostile callers do to others: how long `GET /` stands still while cells of megabytes are rendered, how much
 * memory readers that do not read hold, and how long an innocent statement waits beside endless ones.
 */

import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { allFormats } from '../src/formats/all-formats.ts';
import { longestStall } from '../tests/support/longest-stall.ts';
import { runawaySql } from '../tests/support/slow-sql.ts';
import { type BenchWorld, largeRows } from './bench-world.ts';
import { type Figure, within } from './figure.ts';
import { residentMb } from './process-tree.ts';
import { timedRead } from './timed-read.ts';

const cellLength = 15_000_000;
const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join();

const hugeTables: Readonly<Record<string, string>> = {
  'a cell of 15 MB of markup': `name,other\n${'<'.repeat(cellLength)},x\n`,
  'a cell of 15 MB of quotes': `name,other\n"${'""'.repeat(cellLength / 2)}",x\n`,
  '10,000 columns x 400 rows': `${wide}\n${`${wide}\n`.repeat(400)}`,
};

export async function hugeCells(world: BenchWorld): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, csv] of Object.entries(hugeTables)) {
    const file = join(world.folder, 'huge.csv');
    await writeFile(file, csv);
    const { path } = await world.publish(file, 'unlimited');
    await using service = await world.startServiceWithoutRenderings();
    let worst = { stall: 0, type: '' };
    for (const type of Object.keys(allFormats)) {
      const stall = await longestStall(service.url, () => timedRead(`${service.url}${path}?type=${type}`));
      if (stall > worst.stall) worst = { stall, type };
    }
    figures.push(within(`longest stall of GET /, ${name} (${worst.type})`, worst.stall, 100, 'ms'));
  }
  return figures;
}

const readers = 100;

export async function stalledReaders(world: BenchWorld): Promise<Figure[]> {
  const { path } = await world.published(largeRows);
  const figures: Figure[] = [];
  for (const [name, query, header] of [
    ['csv', '', ''],
    ['csv, gzip', '', 'Accept-Encoding: gzip\r\n'],
    ['json_records, gzip', '?type=json_records', 'Accept-Encoding: gzip\r\n'],
    ['dynamic_table, zstd', '?type=dynamic_table', 'Accept-Encoding: zstd\r\n'],
  ] as const) {
    await using service = await world.startService({ RENDERED_MB: '0', WRITE_TIME_LIMIT_MS: '20000' });
    await timedRead(service.url + path);
    const before = residentMb(service.pid);
    const sockets = Array.from({ length: readers }, () => stall(service.url, path + query, header));
    let peak = 0;
    for (let sample = 0; sample < 100; sample++) {
      await pause(250);
      peak = Math.max(peak, residentMb(service.pid));
    }
    figures.push(within(`memory of ${readers} stalled readers, ${name}`, peak - before, 300, 'MB more'));
    for (const socket of sockets) socket.destroy();
  }
  return figures;
}

function stall(serviceUrl: string, path: string, header: string): Socket {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${header}\r\n`);
  return socket;
}

const hostileEndpoints = 10;
const statementsOfEach = 5;

export async function starvedSql(world: BenchWorld): Promise<Figure[]> {
  const file = await world.file('small');
  const hostile: string[] = [];
  for (let made = 0; made < hostileEndpoints; made++)
    hostile.push((await world.publish(file, 'unlimited')).path);
  const { path } = await world.published('small');
  await using service = await world.startService();
  const seconds = world.quick ? 30 : 60;
  const until = performance.now() + 1_000 * seconds;
  const attack = hostile.flatMap((endpoint) =>
    Array.from({ length: statementsOfEach }, async (_, line) => {
      for (let turn = 0; performance.now() < until; turn++) {
        const sql = encodeURIComponent(`${runawaySql} -- ${line} ${turn}`);
        await fetch(`${service.url}${endpoint}?sql=${sql}`).then((answer) => answer.text());
      }
    }),
  );
  const times: number[] = [];
  for (let turn = 0; performance.now() < until; turn++) {
    const { totalMs } = await timedRead(`${service.url}${path}?sql=SELECT+${turn}+AS+n`);
    times.push(totalMs);
    await pause(50);
  }
  await Promise.all(attack);
  times.sort((one, other) => one - other);
  const p99 = times[Math.floor(0.99 * times.length)] ?? Number.NaN;
  return [
    within(
      `innocent SQL beside ${hostileEndpoints} hostile endpoints, p99 of ${times.length}`,
      p99,
      2_000,
      'ms',
    ),
    { ...within('the longest of them', times.at(-1) ?? Number.NaN, 2_000, 'ms'), verdict: 'info' },
  ];
}
