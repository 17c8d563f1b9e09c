/** Secrets of the command line (contract 10.1.3): not only as words that every user of the machine can see. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../support/program.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('secrets of the command line', () => {
  let service: TestService;
  let file: string;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'tablecast-secrets-'));
    file = join(folder, 'people.csv');
    await writeFile(file, 'name\nAnn\n');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const status = async (id: unknown, token: string): Promise<number> =>
    (await service.get(String(id), { authorization: `Bearer ${token}` })).status;
  const run = async (words: readonly string[], input = '', environment: Record<string, string> = {}) => {
    const ended = await runProgram(words, { ...service.environment, ...environment }, [], input);
    return { ...ended, result: ended.stdout === '' ? {} : JSON.parse(ended.stdout) };
  };

  it('a token is read from the first line of standard input', async () => {
    const { result, stderr } = await run(['publish', file, '--token', '-'], 'a-token-of-the-input\nmore\n');
    expect([await status(result.id, 'a-token-of-the-input'), await status(result.id, '-')]).toEqual([
      200, 401,
    ]);
    expect(stderr).toBe('');
  });

  it('a token is read from the environment', async () => {
    const { result } = await run(['publish', file, '--token', 'env:MY_TOKEN'], '', {
      MY_TOKEN: 'a-token-of-the-environment',
    });
    expect(await status(result.id, 'a-token-of-the-environment')).toBe(200);
  });

  it.each([
    [['publish', 'FILE', '--token', 'env:NOT_SET'], 'the variable NOT_SET is not set'],
    [['account', 'create', 'ann@example.com', '--password', '-'], 'takes a line of standard input'],
  ])('what is not there is told: %j', async (words, problem) => {
    const given = words.map((word) => (word === 'FILE' ? file : word));
    const { status: ended, stderr } = await run(given, '\n');
    expect([ended, stderr]).toEqual([1, expect.stringContaining(problem)]);
  });

  it('`auto` makes a strong token, printed once', async () => {
    const id = await service.publish('name\nAnn\n');
    const { token } = await service.command('endpoint', 'set', id, '--token', 'auto');
    expect(token).toMatch(/^[0-9A-Za-z]{44}$/);
    expect([await status(id, String(token)), await status(id, 'auto')]).toEqual([200, 401]);
    const published = await service.command('publish', file, '--token', 'auto');
    expect(published['token']).not.toBe(token);
    expect(await status(published['id'], String(published['token']))).toBe(200);
    expect(JSON.stringify(await service.command('endpoint', 'list'))).not.toContain(token);
  });

  it('a short token works, with a warning', async () => {
    const { result, stderr, status: ended } = await run(['publish', file, '--token', 'short']);
    expect([ended, await status(result.id, 'short')]).toEqual([0, 200]);
    expect(stderr).toBe('Warning: a token of 5 characters can be guessed. A strong one: --token auto\n');
  });

  it('a new file takes no token: it would not be set', async () => {
    const id = await service.publish('name\nAnn\n');
    await expect(service.command('publish', file, '--replace', id, '--token', 'auto')).rejects.toThrow(
      '--token and --replace contradict each other',
    );
  });

  it.each(['constructor', '__proto__', 'toString', 'help constructor', 'constructor --help'])(
    '`tablecast %s` is no command',
    async (words) => {
      await expect(service.command(...words.split(' '))).rejects.toThrow('There is no command');
    },
  );
});
