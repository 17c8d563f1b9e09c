/** A crash (contract 8.1.5): what a process that was killed had on hold is voided, nothing is lost. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram, serveProgram } from '../support/program.ts';
import { runawaySql } from '../support/slow-sql.ts';

const outcome = (hit: Promise<Response>): Promise<string> =>
  hit.then(
    () => 'answered',
    () => 'cut',
  );

/** Processes that work in the folder; none where the system does not tell. */
async function processesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = names
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => {
      const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
      return environment.includes(folder) ? [name] : [];
    });
  return (await Promise.all(found)).flat();
}

it('kill -9 while hits are on hold: started again, the holds are voided and the balance is whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-crash-'));
  const environment = { DATA_DIR: folder, PORT: String(await freePort()), SQL_TIME_LIMIT_MS: '600000' };
  const file = join(folder, 'one.csv');
  await writeFile(file, 'a\n1\n');
  await runProgram(['account', 'create', 'ann@example.com', '--plan', 'lite'], environment);
  const published = await runProgram(['publish', file, '--owner', 'ann@example.com', '--json'], environment);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(published.stdout));
  const database = await openDatabase(`sqlite:${join(folder, 'tablecast.sqlite')}`);
  const account = () =>
    database.db.selectFrom('accounts').select(['credits', 'held']).executeTakeFirstOrThrow();
  try {
    await using first = await serveProgram(environment);
    expect((await fetch(`${first.url}/${id}`)).status).toBe(200);
    const slow = (i: number): string =>
      `${first.url}/${id}?sql=${encodeURIComponent(`${runawaySql} -- ${i}`)}`;
    const hits = [1, 2, 3].map((i) => outcome(fetch(slow(i))));
    // The third statement waits for its turn, and holds nothing.
    await expect.poll(account).toEqual({ credits: 19, held: 2 });
    await first[Symbol.asyncDispose]();
    expect(await Promise.all(hits)).toEqual(['cut', 'cut', 'cut']);
    await expect.poll(() => processesIn(folder)).toEqual([]);

    await using second = await serveProgram(environment);
    expect((await fetch(`${second.url}/${id}`)).status).toBe(200);
    await expect.poll(account, { interval: 250 }).toEqual({ credits: 18, held: 0 });
    const entries = await database.db.selectFrom('credit_entries').select(['kind', 'amount']).execute();
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(18);
    expect(entries.filter(({ kind }) => kind === 'hit')).toHaveLength(2);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
