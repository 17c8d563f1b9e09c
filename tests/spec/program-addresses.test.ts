/** Addresses that commands print follow the running service (contract 10.1.6). */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { runProgram, serveProgram } from '../support/program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-addresses-'));
  await writeFile(join(folder, 'one.csv'), 'a\n1\n');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const published = z.object({ id: z.string(), url: z.string() });

async function publish(environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await runProgram(['publish', join(folder, 'one.csv')], environment);
  expect(stderr).toBe('');
  return published.parse(JSON.parse(stdout));
}

const serviceFile = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'service.json'), 'utf8').catch(() => 'none');

it('with PORT=0 the address works, and the file goes with the service', async () => {
  const environment = { DATA_DIR: join(folder, 'any-port'), PORT: '0' };
  await using program = await serveProgram(environment);
  for (const port of ['0', '8080']) {
    const { url } = await publish({ ...environment, PORT: port });
    expect(url.startsWith(`${program.url}/`)).toBe(true);
    expect(await (await fetch(url)).text()).toBe('a\n1\n');
  }
  const help = z.object({ help: z.string() }).parse(await (await fetch(`${program.url}/nothing`)).json());
  expect(help.help.startsWith(`${program.url}/docs/`)).toBe(true);
  program.signal('SIGTERM');
  expect(await program.ended()).toBe(0);
  expect(await readdir(environment.DATA_DIR)).not.toContain('service.json');
});

it('BASE_URL of the command comes first', async () => {
  const environment = { DATA_DIR: join(folder, 'explicit'), PORT: '0' };
  await using _program = await serveProgram(environment);
  const { id, url } = await publish({ ...environment, BASE_URL: 'https://tables.example' });
  expect(url).toBe(`https://tables.example/${id}`);
});

it('a service that was killed is not followed, and a file that is not ours is no harm', async () => {
  const environment = { DATA_DIR: join(folder, 'killed'), PORT: '0' };
  const program = await serveProgram(environment);
  await program[Symbol.asyncDispose]();
  expect(await serviceFile(environment.DATA_DIR)).toContain(program.url);
  const own = { ...environment, PORT: '8123' };
  expect((await publish(own)).url).toMatch(/^http:\/\/localhost:8123\//);
  for (const text of ['', '{"baseUrl":', '{"baseUrl":5,"pid":1}', '{"baseUrl":"http://x.test","pid":-1}']) {
    await writeFile(join(environment.DATA_DIR, 'service.json'), text);
    expect((await publish(own)).url).toMatch(/^http:\/\/localhost:8123\//);
  }
});

it('of two services on one folder the later one is named, and the end of the earlier one changes nothing', async () => {
  const environment = { DATA_DIR: join(folder, 'two'), PORT: '0' };
  await using first = await serveProgram(environment);
  const before = await serviceFile(environment.DATA_DIR);
  await using second = await serveProgram({ ...environment, PORT: String(await freePort()) });
  await expect.poll(() => serviceFile(environment.DATA_DIR)).not.toBe(before);
  const { port } = new URL(second.url);
  expect((await publish(environment)).url).toContain(`:${port}/`);
  first.signal('SIGTERM');
  expect(await first.ended()).toBe(0);
  expect((await publish(environment)).url).toContain(`:${port}/`);
});
