/**
 * A disk without room, by a limit on the size of files, which needs no privilege: commands say what happened and
 * leave nothing behind, the service answers 503 and charges nothing (contract 7.5.2).
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { runProgram, serveProgram } from '../support/program.ts';

/** The shell counts in blocks of 512 bytes. */
const filesUpTo = (kilobytes: number): string[] => [
  '/bin/sh',
  '-c',
  `ulimit -f ${kilobytes * 2}; exec "$@"`,
  'sh',
];

describe('a full disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-full-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  const command = (environment: Record<string, string>, ...words: readonly string[]) =>
    runProgram([...words, '--json'], environment);
  async function printed(environment: Record<string, string>, ...words: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await command(environment, ...words);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }

  it('`account create` names what happened and what to do, and changes nothing', async () => {
    const environment = { DATA_DIR: join(folder, 'account') };
    await printed(environment, 'account', 'create', 'ann@example.com');
    const emails = ['bob@example.com', 'cy@example.com', 'dan@example.com'];
    const failed: string[] = [];
    for (const [index, email] of emails.entries()) {
      const words = ['account', 'create', email, '--json'];
      const { status, stderr } = await runProgram(words, environment, filesUpTo(40 + 4 * index));
      if (status === 0) continue;
      failed.push(email);
      expect(stderr).toMatch(/disk is full[^\n]*[Mm]ake room[^\n]*\n$/);
      expect(stderr).toContain(environment.DATA_DIR);
      expect(stderr).not.toContain('rollback');
    }
    expect(failed).not.toEqual([]);
    for (const email of failed) await printed(environment, 'account', 'create', email);
  });

  it('`publish` names the folder and leaves nothing behind', async () => {
    const environment = { DATA_DIR: join(folder, 'publish') };
    const file = join(folder, 'large.csv');
    await writeFile(file, `n,text\n${`1,${'x'.repeat(98)}\n`.repeat(20_000)}`);
    const { status, stdout, stderr } = await runProgram(
      ['publish', file, '--json'],
      environment,
      filesUpTo(1_024),
    );
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `The disk is full: no room is left in ${environment.DATA_DIR}. Nothing was changed. Make room there and run the command again.\n`,
    );
    expect(await readdir(join(environment.DATA_DIR, 'uploads'))).toEqual([]);
  });

  it('an export that needs scratch room is 503 and free; one that is only kept on the way is answered', async () => {
    const environment = { DATA_DIR: join(folder, 'export'), PORT: String(await freePort()) };
    const file = join(folder, 'export.csv');
    await writeFile(file, `n,text\n${`1,${'x'.repeat(98)}\n`.repeat(50_000)}`);
    await printed(environment, 'account', 'create', 'ann@example.com', '--plan', 'lite');
    const { id } = JSON.parse(await printed(environment, 'publish', file, '--owner', 'ann@example.com'));
    await using program = await serveProgram(environment, filesUpTo(1_024));
    const refused = await fetch(
      `${program.url}/${id}?extract_json_property=name&sql=SELECT+*+FROM+service_table`,
    );
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({
      error: 'The service cannot reach its own data right now. No credit was used.',
    });
    const scratch = await readdir(join(environment.DATA_DIR, 'scratch'), { recursive: true });
    expect(scratch.filter((name) => name.includes('sql-input'))).toEqual([]);
    const kept = await fetch(`${program.url}/${id}?type=json_records`);
    expect(kept.status).toBe(200);
    expect(await kept.json()).toHaveLength(50_000);
    const shown = JSON.parse(await printed(environment, 'account', 'show', 'ann@example.com'));
    expect(shown).toMatchObject({ credits: 19 });
  });

  it('a hit that SQLite cannot write down is 503 and free', async () => {
    const environment = { DATA_DIR: join(folder, 'sqlite'), PORT: String(await freePort()) };
    const file = join(folder, 'small.csv');
    await writeFile(file, 'a\n1\n');
    const account = ['account', 'create', 'ann@example.com', '--plan', 'custom', '--credits', '5000'];
    await printed(environment, ...account);
    const { id } = JSON.parse(await printed(environment, 'publish', file, '--owner', 'ann@example.com'));
    const statuses: number[] = [];
    {
      await using program = await serveProgram(environment, filesUpTo(512));
      while (statuses.filter((status) => status !== 200).length < 3 && statuses.length < 2_000) {
        statuses.push((await fetch(`${program.url}/${id}`)).status);
      }
      expect((await fetch(program.url)).status).toBe(200);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const paid = statuses.filter((status) => status === 200).length;
    const shown = JSON.parse(await printed(environment, 'account', 'show', 'ann@example.com'));
    expect(shown).toMatchObject({ credits: 5_000 - paid });
  });
});
