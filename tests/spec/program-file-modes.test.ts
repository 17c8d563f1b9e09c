/** What the program writes under DATA_DIR is for its own user alone, whatever the umask of the shell. */
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram, serveProgram } from '../support/program.ts';
import { startTestService } from '../support/service.ts';

const wideOpen = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-modes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Everything that somebody else may read, write or enter. */
async function openPaths(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true });
  const paths = [root, ...names.map((name) => join(root, name))];
  const found = await Promise.all(
    paths.map(async (path) => ({ path, mode: (await stat(path).catch(() => undefined))?.mode ?? 0 })),
  );
  return found.flatMap(({ path, mode }) => ((mode & 0o077) === 0 ? [] : [path]));
}

it('commands and the service leave nothing that others can read', async () => {
  const environment = { DATA_DIR: join(folder, 'made', 'by-it'), PORT: '0' };
  const file = join(folder, 'people.csv');
  await writeFile(file, `name,age\n${'Ann,41\n'.repeat(30_000)}`);
  const { stdout } = await runProgram(['publish', file], environment, wideOpen);
  const { id } = JSON.parse(stdout);
  expect(await openPaths(join(folder, 'made'))).toEqual([]);
  await using service = await serveProgram(environment, wideOpen);
  const answer = await fetch(`${service.url}/${id}?sql=SELECT%20*%20FROM%20service_table`);
  expect(await openPaths(join(folder, 'made'))).toEqual([]);
  expect((await answer.text()).length).toBeGreaterThan(100_000);
  const copy = join(folder, 'copy');
  expect((await runProgram(['backup', copy], environment, wideOpen)).stderr).toBe('');
  expect(await openPaths(copy)).toEqual([]);
});

it('a folder that others can look into stays as it is, and the log says so', async () => {
  const logLines: string[] = [];
  const wide = await mkdtemp(join(tmpdir(), 'tablecast-wide-'));
  await chmod(wide, 0o755);
  {
    await using _service = await startTestService({ logLines, environment: { DATA_DIR: wide } });
    expect(logLines.join('')).toContain('DATA_DIR is readable by other users of this machine');
  }
  expect((await stat(wide)).mode & 0o777).toBe(0o755);
  await rm(wide, { recursive: true });
});
