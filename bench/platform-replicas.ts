/**
 * Two replicas on one PostgreSQL that share a platform's rate limits and tokens; the platform counts the calls of
 * both.
 */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedServer } from '../tests/support/embedded-server.ts';
import { startServiceProcess } from '../tests/support/service-process.ts';

import type { BenchWorld } from './bench-world.ts';
import { exactly } from './counted.ts';
import { amount, type Figure } from './figure.ts';
import { PlatformWorld } from './platform-world.ts';
import { timedRead } from './timed-read.ts';

export async function platformReplicas({ folder }: BenchWorld): Promise<Figure[]> {
  const [first, second] = [join(folder, 'replica-1'), join(folder, 'replica-2')];
  for (const dataDir of [first, second]) await mkdir(dataDir);
  await using postgres = await startEmbeddedServer();
  await postgres.createDatabase('bench');
  const shared = { DATABASE_URL: `${postgres.url}/bench`, SECRET_KEY: randomBytes(32).toString('hex') };
  await using platforms = await PlatformWorld.open(first, shared);
  await using one = await startServiceProcess(first);
  await using other = await startServiceProcess(second);
  const replicas = [one.url, other.url];
  return [await oneBase(platforms, replicas), await oneRefresh(platforms, replicas)];
}

const hitsOfEach = 20;

/** Uses two connections, because the rate limit of a base applies to all of them together. */
async function oneBase(platforms: PlatformWorld, replicas: readonly string[]): Promise<Figure> {
  const choice = await platforms.emulators.ask({ kind: 'airtable', rows: 150 });
  const paths = [
    await platforms.endpointOn((await platforms.connect('airtable')).id, choice),
    await platforms.endpointOn((await platforms.connect('airtable')).id, choice),
  ];
  const started = performance.now();
  await hitAtOnce(replicas, paths, hitsOfEach * paths.length);
  const seconds = (performance.now() - started) / 1_000;
  const { calls, refused } = await platforms.emulators.asked();
  const work = 'two endpoints on one base, 20 hits each at once on two replicas, 429 provoked';
  return {
    ...exactly(work, refused, 0, 'refused'),
    baseline: `${calls.length} calls in ${amount(seconds, 's')}`,
  };
}

const bases = 10;

/** Uses several bases, so that the rate limit of one does not serialise the hits. */
async function oneRefresh(platforms: PlatformWorld, replicas: readonly string[]): Promise<Figure> {
  const { id } = await platforms.connect('airtable');
  const paths: string[] = [];
  for (let base = 0; base < bases; base++) {
    const choice = await platforms.emulators.ask({ kind: 'airtable', rows: 10 });
    paths.push(await platforms.endpointOn(id, choice));
  }
  await platforms.emulators.ask({ kind: 'expire' });
  await hitAtOnce(replicas, paths, 50);
  const { calls, tokenCalls } = await platforms.emulators.asked();
  const work = '50 hits at once with an expired token on two replicas, refreshes';
  return { ...exactly(work, tokenCalls, 1, 'refreshed'), baseline: `${calls.length} calls` };
}

/** Requests every path on every replica in turn; throws if a status is not 200. */
async function hitAtOnce(replicas: readonly string[], paths: readonly string[], hits: number): Promise<void> {
  const urls = replicas.flatMap((replica) => paths.map((path) => replica + path));
  await Promise.all(Array.from({ length: hits }, (_, hit) => timedRead(urls[hit % urls.length] ?? '')));
}
