/** `try FILE` (contract 10.1): a file is live at once, and forgotten when the program is stopped. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runProgram, startProgram } from '../support/program.ts';
import { controlC, openTerminal } from '../support/terminal.ts';

const csv = 'Order,Customer,Amount\n1001,Ada Lovelace,120.50\n1002,Grace Hopper,80\n';

let folder: string;
let file: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-trying-'));
  file = join(folder, 'orders.csv');
  await writeFile(file, csv);
  await mkdir(join(folder, 'tmp'));
  // What a machine may have set for a service of its own.
  environment = {
    TMPDIR: join(folder, 'tmp'),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    UPLOADS_URL: 's3://none',
    BASE_URL: 'https://data.example',
  };
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const left = (): Promise<string[]> => readdir(join(folder, 'tmp'));

describe('try FILE', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'serves the file at a URL that it prints, and leaves nothing when %s stops it',
    async (signal) => {
      const child = startProgram(['try', file, '--type', 'json_records'], environment);
      const [line] = await once(child.stdout, 'data');
      const { url, rows } = z.object({ url: z.url(), rows: z.number() }).parse(JSON.parse(String(line)));
      expect(rows).toBe(2);
      expect(await (await fetch(`${url}?type=csv`)).text()).toBe(csv);
      expect(await (await fetch(url)).json()).toMatchObject([{ Order: 1001 }, { Order: 1002 }]);
      const sum = await fetch(`${url}?type=csv&sql=SELECT+SUM(Amount)+AS+total+FROM+service_table`);
      expect(await sum.text()).toBe('total\n200.5\n');
      expect(await left()).toHaveLength(1);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(await left()).toEqual([]);
      expect(existsSync(join(folder, 'data'))).toBe(false);
    },
  );

  it('tells a person what to try, in lines that work as they stand; Ctrl+C ends it', async () => {
    await using terminal = openTerminal(['try', file], environment);
    await expect.poll(terminal.text).toContain('Ctrl+C stops it and forgets everything.\n');
    expect(terminal.text()).toContain('orders.csv is live at http://localhost:');
    expect(terminal.text()).toContain('2 rows, 3 columns: Order, Customer, Amount\n');
    const lines = terminal.text().match(/^ {2}curl .*$/gm) ?? [];
    const answers = await Promise.all(lines.map((line) => promisify(execFile)('sh', ['-c', line])));
    expect(answers.map(({ stdout }) => stdout)).toEqual([
      csv,
      '[{"Order":1001,"Customer":"Ada Lovelace","Amount":120.5},{"Order":1002,"Customer":"Grace Hopper","Amount":80}]',
      'Order,Customer,Amount\n1001,Ada Lovelace,120.5\n1002,Grace Hopper,80\n',
    ]);
    terminal.press(controlC);
    expect(await terminal.ended()).toBe(0);
    expect(await left()).toEqual([]);
  });

  it.each([
    ['a file that is not there', 'missing.csv', undefined, /^There is no file .*missing\.csv\.\n$/],
    ['a folder', 'tmp', undefined, /^.*tmp is not a file\.\n$/],
    [
      'what is no CSV',
      'picture.csv',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
      /^The file is not a CSV file but .*\n$/,
    ],
    ['nothing', 'empty.csv', '', /^The file .*empty.*\n$/],
  ])('says what is wrong with %s, in one line, and leaves nothing', async (_what, name, content, said) => {
    const path = join(folder, name);
    if (content !== undefined) await writeFile(path, content, 'latin1');
    const { status, stdout, stderr } = await runProgram(['try', path], environment);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(said);
    expect(await left()).toEqual([]);
  });

  it('says which options it has, and refuses those of `publish` that mean nothing here', async () => {
    const help = await runProgram(['try', '--help'], environment);
    expect(help.stdout).toContain('Usage: tablecast try FILE [options]');
    const refused = await runProgram(['try', file, '--owner', 'ann@example.com'], environment);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/Options of try: (--[a-z-]+, )*--text\b/);
    expect(refused.stderr).toContain('--header');
    expect(refused.stderr).not.toContain('--token');
  });

  it('a port that is taken ends it with one line, and leaves nothing', async () => {
    const first = startProgram(['try', file], environment);
    const [line] = await once(first.stdout, 'data');
    const PORT = /localhost:(\d+)/.exec(String(line))?.[1] ?? '';
    const { status, stdout, stderr } = await runProgram(['try', file], { ...environment, PORT });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^[^\\n]*port ${PORT} [^\\n]*in use[^\\n]*\\n$`));
    expect(await left()).toHaveLength(1);
    first.kill('SIGTERM');
    await once(first, 'exit');
  });
});
