/** `publish` says what it understood of a file, and warns of what may be meant otherwise (contract 1.3.6). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openContext } from '../../src/app-context.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import { type CommandAnswer, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(service.folder, `${Math.random().toString(36).slice(2)}.csv`);
  await writeFile(file, content);
  return file;
}

const publish = async (content: string | Uint8Array, ...options: string[]): Promise<CommandAnswer> =>
  service.command('publish', await fileOf(content), ...options);

const warningsOf = async (content: string, ...options: string[]): Promise<unknown> =>
  (await publish(content, ...options))['warnings'] ?? [];

describe('what publish understood', () => {
  const sales = 'id;name;price;paid\n1;Zoë;1.234,56;TRUE\n2;Bo;99,90;false\n';

  it('is in its answer: rows, delimiter, encoding, decimal mark, columns with types', async () => {
    expect(await publish(Buffer.from(sales, 'latin1'))).toEqual({
      id: expect.any(String),
      url: expect.any(String),
      rows: 2,
      delimiter: 'semicolon',
      encoding: 'windows-1252',
      decimal: 'comma',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'string' },
        { name: 'price', type: 'number', decimal: 'comma' },
        { name: 'paid', type: 'boolean' },
      ],
    });
  });

  it('is in the answer of a file that replaces another, too', async () => {
    const { id } = await publish('a,b\n1,2\n');
    expect(await publish('a\tb\n1\t$2\n', '--replace', String(id))).toMatchObject({
      id,
      rows: 1,
      delimiter: 'tab',
      encoding: 'utf-8',
      decimal: 'point',
      warnings: [expect.stringContaining('"b"')],
    });
  });

  it.each([
    ['a|b\n1|2\n', 'bar'],
    ['a\n1\n', 'none'],
    ['sep=:\na:b\n1:2\n', ':'],
  ])('%j: the delimiter is %s', async (csv, delimiter) => {
    expect(await publish(csv)).toMatchObject({ delimiter });
  });

  it('is readable on a terminal', async () => {
    const texts: string[] = [];
    const open = () => openContext(readConfig(service.environment), openLog('silent'));
    const write = (text: string): void => void texts.push(text);
    const words = ['publish', await fileOf(`${sales}3;Cy;7;maybe\n4;Di;8,5;1\n`)];
    expect(await runCommand(words, open, { out: write, err: write, person: true })).toBe(0);
    expect(texts.join('').replace(/^(id|url) .*\n/gm, '')).toBe(
      [
        'rows               4',
        'delimiter          semicolon',
        'encoding           utf-8',
        'decimal            comma',
        'columns:',
        '  NAME   TYPE     DECIMAL',
        '  id     integer  -',
        '  name   string   -',
        '  price  number   comma',
        '  paid   string   -',
        '',
      ].join('\n'),
    );
  });

  it('refuses another decimal mark', async () => {
    await expect(publish(sales, '--decimal', 'dot')).rejects.toThrow(
      '--decimal must be one of comma, point.',
    );
  });
});

describe('publish warns', () => {
  it.each([
    ['one cell that is none', 'n,x\n1,a\n2,a\n3,a\n4,a\nN/A,a\n', '"n"', '"N/A" on line 6'],
    ['currency', 'n,x\n$12.50,a\n', '"n"', '"$12.50" on line 2'],
    ['thousands', 'n,x\n"1,234.50",a\n', '"n"', '"1,234.50" on line 2'],
    ['per cent', 'n,x\n5 %,a\n', '"n"', 'plain'],
    ['decimal commas in a file with commas', 'n,x\n"1,5",a\n', '"n"', '--decimal comma'],
    ['thousands alone in a file with semicolons', 'n;x\n1.234.567;a\n', '"n"', '--decimal comma'],
  ])('of a text column that looks like numbers: %s', async (_what, csv, column, part) => {
    const [warning, ...others] = z.array(z.string()).parse(await warningsOf(csv));
    expect(others).toEqual([]);
    expect(warning).toContain(`The column ${column} looks like numbers but is text`);
    expect(warning).toContain(part);
  });

  it('of points beside columns with decimal commas', async () => {
    expect(await warningsOf('a;b\n1,5;1.234\n')).toEqual([
      expect.stringMatching(
        /^In the column "b", "1\.234" on line 2 may be 1234 or 1\.234\. .*--decimal comma/,
      ),
    ]);
    expect(await warningsOf('a;b\n1,5;1.234\n', '--decimal', 'comma')).toEqual([]);
  });

  it('of a title line, if it is not sure that it is one', async () => {
    expect(await warningsOf('Sales 2026\nid;name\nx;a\ny;b\n')).toEqual([
      expect.stringMatching(/^The first line, "Sales.*looks like a title.*--skip-lines 1/),
    ]);
  });

  it.each([
    [
      'duplicate names',
      'a,a,b\n1,2,3\n',
      'Some column names are used more than once. The others are now "a_2".',
    ],
    ['a name that is missing', ',name\n0,Ann\n1,Bo\n', 'A column has no name: now "column_1".'],
    [
      'short rows',
      'a,b\n1,2\n3\n4\n',
      '2 rows have fewer cells than the header (first on line 3): missing cells are empty.',
    ],
    ['empty columns', 'a,b\n1,\n2,\n', 'This column is empty: "b".'],
    ['no rows', 'a,b\n', 'The file has no rows, only column names: the URL answers with an empty table.'],
  ])('of what it did by itself: %s', async (_what, csv, text) => {
    expect(await warningsOf(csv)).toEqual([text]);
  });

  it('of rows that are longer than the header, and of the columns for them', async () => {
    expect(await warningsOf('a,b\n1,2\n3,4,5\n')).toEqual([
      'The header has no name for "column_3", which rows below it fill.',
      '1 row has more cells than the header (first on line 3): columns were added for the others.',
    ]);
  });

  it.each([
    'id,name\n1,Ann\n',
    'zip,phone\n00501,+49 30 1234\n01234,030 123\n',
    'when,ip,version\n2026-01-05,192.168.0.1,1.2.3\n',
    'a,b\n1,x;y\n2,z;w\n',
    'a;b\n1,5;2\n',
    'a,b\n1,2,\n',
  ])('of nothing in %j', async (csv) => {
    expect(await warningsOf(csv)).toEqual([]);
  });

  it('of ten columns and how many more, in a file of hundreds', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `c${at}`);
    const warnings = z.array(z.string()).parse(await warningsOf(`${names}\n${names.map(() => '$1')}\n`));
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toContain('190 more columns');
  });
});

describe('publish refuses what is no table', () => {
  it.each([
    [
      'PNG',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'an image (PNG). Choose the CSV file itself.',
    ],
    ['JSON', Buffer.from('[\n{"a":1,"b":2}\n]\n'), 'JSON. Convert it to CSV'],
    ['NDJSON', Buffer.from('{"a":1,"b":2}\n'), 'JSON. Convert it to CSV'],
    ['HTML', Buffer.from('<!doctype html>\n<title>Log in</title>\n'), 'a web page'],
    ['bytes of every kind', Uint8Array.from({ length: 4_096 }, (_, at) => 167 * at + 13), 'a binary file'],
  ])('%s', async (_what, content, reason) => {
    await expect(publish(content)).rejects.toThrow(`The file is not a CSV file but ${reason}`);
  });

  it('also in place of a file, which stays', async () => {
    const { id } = await publish('a,b\n1,2\n');
    await expect(publish('{"a":1}', '--replace', String(id))).rejects.toThrow('not a CSV file but JSON');
    expect(await (await service.get(String(id))).text()).toBe('a,b\n1,2\n');
  });
});
