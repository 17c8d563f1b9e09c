/**
 * The commands of README.md that stand after `<!-- tested -->`, run as they stand against a real service, one
 * after the other; a block without a language is what the command before it prints last.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from './support/free-port.ts';
import { runProgram, type ServingProgram, serveProgram } from './support/program.ts';
import { mainFile, projectFolder } from './support/service-process.ts';

const read = (file: string): Promise<string> => readFile(join(projectFolder, file), 'utf8');

let folder: string;
let environment: Readonly<Record<string, string>>;
let service: ServingProgram;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-readme-'));
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) };
  service = await serveProgram(environment);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What a reader has, and the test has elsewhere. */
const replacements = (endpoint: string): readonly (readonly [string, string])[] => [
  ['npm run -s tablecast --', `'${process.execPath}' '${mainFile}'`],
  ['http://localhost:8080', service.url],
  ['YOUR_ENDPOINT_ID', endpoint],
  ['ENDPOINT_ID', endpoint],
];

test('the replaced command is the one that npm runs', async () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await read('package.json')));
  expect(scripts['tablecast']).toMatch(/ && node_modules\/\.bin\/node src\/main\.mjs$/);
  const withDashboard = scripts['tablecast']?.replace('setup.mjs', 'setup.mjs dashboard');
  expect(scripts['start']).toBe(`${withDashboard} serve`);
});

test('the commands of README.md do what it says', async () => {
  const blocks = [...(await read('README.md')).matchAll(/^<!-- tested -->\n\n```(\w*)\n(.*?)^```$/gms)];
  expect(blocks.map(([, language]) => language)).toEqual(['sh', 'sh', '', 'sh', 'sh']);
  let endpoint = '';
  let printed = '';
  for (const [, language, text = ''] of blocks) {
    if (language === 'sh') printed = await run(text, endpoint);
    else expect(printed.slice(-text.length)).toBe(text);
    endpoint ||= published.parse(JSON.parse(printed)).id;
  }
  const { stdout } = await runProgram(['account', 'show', 'ada@example.com'], environment);
  expect(JSON.parse(stdout)).toMatchObject({ plan: 'standard' });
});

const published = z.object({ id: z.string(), url: z.string() });

async function run(commands: string, endpoint: string): Promise<string> {
  const script = replacements(endpoint).reduce((text, [from, to]) => text.replaceAll(from, to), commands);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
  });
  return stdout;
}
