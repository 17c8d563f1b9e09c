/** The program as an operator runs it (contract 10.3.2): it starts or says why not, and stops without a loss. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../src/config/config.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram, serveProgram } from '../support/program.ts';
import { startReading } from '../support/raw-http.ts';

describe('the program', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-program-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  async function environmentOf(name: string): Promise<Record<string, string>> {
    return { DATA_DIR: join(folder, name), PORT: String(await freePort()) };
  }
  async function command(environment: Record<string, string>, ...words: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await runProgram(words, environment);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }
  async function publish(environment: Record<string, string>, csv: string, ...words: readonly string[]) {
    const file = join(folder, 'upload.csv');
    await writeFile(file, csv);
    const printed: unknown = JSON.parse(await command(environment, 'publish', file, '--json', ...words));
    expect(printed).toMatchObject({ id: expect.any(String), url: expect.any(String) });
    return /"id":"(\w+)"/.exec(JSON.stringify(printed))?.[1] ?? '';
  }

  it.each([
    ['PORT', 'many'],
    ['BASE_URL', 'data.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['SQL_TIME_LIMIT_MS', '1.5'],
    ['LOG_LEVEL', 'loud'],
  ])('a wrong setting stops the start with one line on stderr naming it: %s=%s', async (name, value) => {
    const environment = { ...(await environmentOf('wrong')), [name]: value };
    const { status, stdout, stderr } = await runProgram(['serve'], environment);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^[^\\n]*${name} must [^\\n]*\\n$`));
  });

  it('a port that is taken stops the start with one line', async () => {
    const environment = await environmentOf('taken');
    await using _first = await serveProgram(environment);
    const { status, stderr } = await runProgram(['serve'], { ...environment, LOG_LEVEL: 'silent' });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(environment['PORT']);
  });

  it('a schema newer than the program refuses with one line', async () => {
    const environment = await environmentOf('newer');
    const database = await openDatabase(`sqlite:${join(folder, 'newer', 'tablecast.sqlite')}`);
    await database.db.updateTable('schema_version').set({ version: 999 }).execute();
    await database.close();
    for (const words of [['serve'], ['account', 'show', 'ann@example.com']]) {
      const { status, stdout, stderr } = await runProgram(words, environment);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^[^\n]*schema version 999[^\n]*newer Tablecast[^\n]*\n$/);
    }
  });

  it('every setting is listed, with its default and meaning, in one page', async () => {
    const page = await readFile('docs/reference/settings.md', 'utf8');
    for (const { variable, fallback, meaning } of Object.values(settings)) {
      expect(page).toContain(`\`${variable}\``);
      expect(page).toContain(meaning.split('`')[0]);
      if (fallback !== '') expect(page).toContain(fallback);
    }
  });

  it('without a command it says what there is; with a wrong one it fails on stderr', async () => {
    const environment = await environmentOf('usage');
    const help = await command(environment);
    for (const word of ['serve', 'publish FILE', 'account create EMAIL', 'endpoint set ID', 'proxy create']) {
      expect(help).toContain(word);
    }
    const wrong = await runProgram(['publsh', 'x.csv'], environment);
    expect([wrong.status, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toContain('There is no command "publsh x.csv".');
  });

  it('SIGTERM finishes an answer under way, takes no more, and exits 0', async () => {
    const environment = await environmentOf('stopping');
    const csv = `text\n${`${'x'.repeat(200)}\n`.repeat(100_000)}`;
    const id = await publish(environment, csv);
    await using program = await serveProgram(environment);
    const reader = await startReading(program.url, `GET /${id}`);
    program.signal('SIGTERM');
    await expect
      .poll(
        () =>
          fetch(program.url).then(
            ({ status }) => status,
            () => 'refused',
          ),
        { timeout: 60_000 },
      )
      .toBe('refused');
    const answer = await reader.finish();
    expect(answer.status).toBe(200);
    expect(answer.body === csv, `${answer.body.length} of ${csv.length} characters`).toBe(true);
    expect(await program.ended()).toBe(0);
  });

  it('SIGTERM and SIGINT, one after the other: it stops once, and exits 0', async () => {
    await using program = await serveProgram(await environmentOf('twice'));
    program.signal('SIGTERM');
    program.signal('SIGINT');
    expect(await program.ended()).toBe(0);
  });

  it('SIGINT without requests exits 0 at once', async () => {
    await using program = await serveProgram(await environmentOf('idle'));
    program.signal('SIGINT');
    expect(await program.ended()).toBe(0);
  });
});
