/**
 * The profile of a column of a million rows, as the dashboard asks for it: made for the first who asks, kept for the
 * others, and how long `GET /` stands still while it is made.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { longestStall } from '../tests/support/longest-stall.ts';
import { runServiceCommand } from '../tests/support/service-process.ts';
import { signInAt } from '../tests/support/session.ts';
import { type BenchWorld, largeRows } from './bench-world.ts';
import { type Figure, median, within } from './figure.ts';

const owner = { email: 'profile@bench.example', password: 'correct horse battery' };

export async function profile(world: BenchWorld): Promise<Figure[]> {
  const { dataDir, rounds } = world;
  const file = await world.file(largeRows);
  await runServiceCommand(
    dataDir,
    'account',
    'create',
    owner.email,
    '--password',
    owner.password,
    '--plan',
    'pro',
  );
  const published = await runServiceCommand(dataDir, 'publish', file, '--owner', owner.email);
  const { id } = z.object({ id: z.string() }).parse(published);
  await using service = await world.startService();
  const headers = {
    'content-type': 'application/json',
    origin: service.url,
    cookie: await signInAt(service.url, owner),
  };
  const ask = async (): Promise<number> => {
    const begun = performance.now();
    const body = JSON.stringify({ column: 'amount', parameters: {} });
    const answer = await fetch(`${service.url}/api/endpoints/${id}/profile`, {
      method: 'POST',
      headers,
      body,
    });
    z.object({ rows: z.literal(largeRows), isWhole: z.literal(true) }).parse(await answer.json());
    return performance.now() - begun;
  };
  const times = { first: [] as number[], later: [] as number[], stalls: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await forgetProfiles(dataDir);
    times.stalls.push(await longestStall(service.url, async () => void times.first.push(await ask())));
    times.later.push(await ask());
  }
  return [
    within('1M x 10, profile, first', median(times.first), 2_000, 'ms'),
    within('1M x 10, profile, then', median(times.later), 50, 'ms'),
    within('longest stall of GET / meanwhile', Math.max(...times.stalls), 50, 'ms'),
  ];
}

async function forgetProfiles(dataDir: string): Promise<void> {
  const files = await readdir(dataDir, { recursive: true });
  for (const each of files.filter((name) => name.endsWith('profile.json')))
    await rm(join(dataDir, each), { force: true });
}
