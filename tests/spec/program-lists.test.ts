/** Lists on a terminal and elsewhere (contract 10.1.5), and the local account that owns what has no other owner. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContext } from '../../src/app-context.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import { runProgram } from '../support/program.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'tablecast-lists-'));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What a person sees on a terminal. */
async function shown(...words: readonly string[]): Promise<string> {
  const texts: string[] = [];
  const open = () => openContext(readConfig(service.environment), openLog('silent'));
  const write = (text: string): void => void texts.push(text);
  await runCommand(words, open, { out: write, err: write, person: true });
  return texts.join('');
}

const columnsOf = (line: string): number[] => [...line.matchAll(/(?:^| {2})\S/g)].map(({ index }) => index);

it('an empty list says what to do', async () => {
  expect(await shown('account', 'list')).toBe(
    'No accounts yet. Create one: tablecast account create EMAIL\n',
  );
  expect(await shown('endpoint', 'list')).toBe('No endpoints yet. Publish a file: tablecast publish FILE\n');
  expect(await service.command('account', 'list')).toEqual({ accounts: [] });
  expect(await service.command('endpoint', 'list')).toEqual({ endpoints: [] });
});

it('account list has e-mail, plan, credits and state', async () => {
  await service.command('account', 'create', 'bob@example.com', '--plan', 'lite');
  await service.command('account', 'create', 'ann@example.com');
  await service.command('account', 'set', 'ann@example.com', '--blocked', 'true');
  expect(await service.command('account', 'list')).toEqual({
    accounts: [
      expect.objectContaining({
        email: 'ann@example.com',
        plan: 'trial',
        credits: 10,
        state: 'account blocked',
      }),
      expect.objectContaining({ email: 'bob@example.com', plan: 'lite', credits: 20, state: 'active' }),
    ],
  });
  expect(await shown('account', 'list')).toBe(
    [
      'EMAIL            PLAN   CREDITS  STATE',
      'ann@example.com  trial  10       account blocked',
      'bob@example.com  lite   20       active',
      '',
    ].join('\n'),
  );
  await expect(service.command('account', 'list', 'ann@example.com')).rejects.toThrow('takes no argument');
});

it('endpoint list without an address lists those of the local account', async () => {
  const id = await service.publish('a\n1\n', '--name', 'Orders');
  const other = await service.publish('a\n1\n', '--owner', 'bob@example.com', '--name', '注文 2026');
  expect(await service.command('endpoint', 'list')).toEqual({
    endpoints: [expect.objectContaining({ id, name: 'Orders' })],
  });
  const lines = (await shown('endpoint', 'list')).trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${service.environment['PORT']}/${id}`);
  expect(columnsOf(lines[1] ?? '')).toEqual(columnsOf(lines[0] ?? ''));
  expect(await shown('endpoint', 'list', 'bob@example.com')).toContain(other);
});

it('what could control the terminal is shown escaped, in results and in errors', async () => {
  // Nobody can type such a name any more; earlier versions took it.
  const id = await service.publish('a\n1\n');
  const name = 'a\u001b[2Jb\u202ec\u009bd\ne';
  await service.database.db.updateTable('endpoints').set({ name }).where('id', '=', id).execute();
  for (const text of [await shown('endpoint', 'list'), await shown('endpoint', 'set', id)]) {
    expect(text).toContain('a\\u{001b}[2Jb\\u{202e}c\\u{009b}d');
    for (const control of ['\u001b', '\u202e', '\u009b']) expect(text).not.toContain(control);
  }
  expect(await shown('endpoint', 'list')).toContain('d\\u{000a}e');
  expect(await shown('account', 'show', 'x\u001b[2J@example.com')).not.toContain('\u001b');
});

it('proxies show their parameters, and --json is JSON on a terminal too', async () => {
  const id = await service.publish('a\n1\n');
  expect(await shown('proxy', 'list', id)).toContain('No proxies yet.');
  const words = ['--name', 'Plain XML', '--param', 'type=xml', '--param', 'nest_json=x'];
  await service.command('proxy', 'create', id, ...words);
  expect(await shown('proxy', 'list', id)).toMatch(
    /^HINT +NAME +PARAMETERS +CREATED AT\n\w{6} +Plain XML +type=xml nest_json=x +20\S+\n$/,
  );
  expect(JSON.parse(await shown('proxy', 'list', id, '--json'))).toEqual({ proxies: [expect.anything()] });
});

it('a preview is shown line by line', async () => {
  const id = await service.publish('a,b\n1,2\n');
  expect(await shown('endpoint', 'preview', id)).toMatch(/^filename +\S+\.csv\nbody:\na,b\n1,2\n$/);
});

it('in a pipe a list is one JSON object', async () => {
  const { status, stdout } = await runProgram(['endpoint', 'list'], { DATA_DIR: folder });
  expect([status, stdout]).toEqual([0, '{"endpoints":[]}\n']);
});
