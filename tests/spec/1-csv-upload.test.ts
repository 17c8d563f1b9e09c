/** Contract 1.3.6 to 1.3.14: uploads of CSV files, through the front door. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectLedgerWhole } from '../support/cast.ts';
import { startReading } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const text = 'name,city\nZoë,Málaga\nBo,"Rome, IT"\n';

describe('1 CSV upload', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: { MAX_UPLOAD_MB: '30' } });
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  async function publishBytes(bytes: Uint8Array): Promise<string> {
    const file = join(service.folder, `${Math.random().toString(36).slice(2)}.csv`);
    await writeFile(file, bytes);
    return String((await service.command('publish', file))['id']);
  }
  const textOf = async (path: string): Promise<string> => (await service.get(path)).text();
  const valuesOf = async (csv: string): Promise<unknown> =>
    (await service.get(`${await service.publish(csv)}?type=json_values`)).json();
  const endpoints = async (): Promise<number> =>
    (await service.database.db.selectFrom('endpoints').select('id').execute()).length;

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['CR LF line ends', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['semicolons', Buffer.from('name;city\nZoë;Málaga\nBo;"Rome, IT"\n')],
    ['tabs', Buffer.from('name\tcity\nZoë\tMálaga\nBo\tRome, IT\n')],
    ['bars', Buffer.from('name|city\nZoë|Málaga\nBo|Rome, IT\n')],
    ['no line end at the end', Buffer.from(text.trimEnd())],
  ])('any file that people have: %s', async (_what, bytes) => {
    expect(await textOf(await publishBytes(bytes))).toBe(text);
  });

  it.each([
    ['plainly written numbers', 'n\n1\n-2.5\n1e3\n', [[1], [-2.5], [1000]]],
    ['`007` makes the column text', 'n\n1\n007\n', [['1'], ['007']]],
    ['`+7` makes the column text', 'n\n1\n+7\n', [['1'], ['+7']]],
    ['`NaN` makes the column text', 'n\n1\nNaN\n', [['1'], ['NaN']]],
    ['`1e5-A` makes the column text', 'n\n1\n1e5-A\n', [['1'], ['1e5-A']]],
    ['true and false in any case', 'b\nTRUE\nfalse\n', [[true], [false]]],
    ['one other word makes it text', 'b\nTRUE\nno\n', [['TRUE'], ['no']]],
    [
      'no word means null',
      'w,n\nnull,1\nNA,2\nNone,3\n',
      [
        ['null', 1],
        ['NA', 2],
        ['None', 3],
      ],
    ],
    [
      'an unquoted empty cell is null, a quoted one the empty string',
      'a,b\n,1\n"",2\n',
      [
        [null, 1],
        ['', 2],
      ],
    ],
    [
      'a short row is filled with null',
      'a,b\n1\n2,3\n',
      [
        [1, null],
        [2, 3],
      ],
    ],
    ['a line break inside quotes', 'a,b\n"x\ny",1\n', [['x\ny', 1]]],
  ])('types are decided over the whole column: %s', async (_what, csv, values) => {
    expect(await valuesOf(csv)).toEqual(values);
  });

  it('blank and duplicate headers get names of their own', async () => {
    expect(await textOf(await service.publish('a,a,,a\n1,2,3,4\n'))).toBe('a,a_2,column_3,a_3\n1,2,3,4\n');
  });

  it.each([
    'n\n1.50\n2.0\n',
    'b\nTRUE\nFalse\n',
    'd\n2020-01-02\n03/04/2020\n',
    'a,b\n"",\n,""\n',
    'x\n 1 \n+1\n',
  ])('CSV out of a CSV upload keeps the text of every cell exactly: %j', async (csv) => {
    expect(await textOf(await service.publish(csv))).toBe(csv);
  });

  it('what is too large is refused by the limit, and leaves nothing', async () => {
    const before = await endpoints();
    await expect(service.publish(`a\n${'x'.repeat(1_000_000)}\n`.repeat(32))).rejects.toThrow(/30 MB/);
    expect(await endpoints()).toBe(before);
  });

  it.each([
    ['an empty file', ''],
    ['a quote that never ends', 'a,b\n"x,1\n2,3\n'],
  ])('what cannot be read is refused with a reason, and leaves nothing: %s', async (_what, csv) => {
    const before = await endpoints();
    const refusal = await service.publish(csv).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(/\w+ \w+/);
    expect(refusal).not.toMatch(/\bat \w+ \(|ENOENT|undefined/);
    expect(await endpoints()).toBe(before);
  });

  describe('replacing the file keeps the URL', () => {
    it('the next request gets the new data', async () => {
      const id = await service.publish('a\n1\n', '--name', 'kept', '--type', 'json_values');
      await service.publish('b,c\n2,3\n', '--replace', id);
      const answer = await service.get(id);
      expect(await answer.text()).toBe('[[2,3]]');
      expect(answer.headers.get('content-disposition')).toBe('inline; filename=kept.json');
    });

    it('a file that is refused leaves the old one in place', async () => {
      const id = await service.publish('a\n1\n');
      await expect(service.publish('', '--replace', id)).rejects.toThrow();
      await expect(service.publish('b\n1\n', '--replace', id, '--fields', 'a')).rejects.toThrow('"a"');
      expect(await textOf(id)).toBe('a\n1\n');
    });

    it('409 when a selected column is gone, naming it, until others are chosen', async () => {
      const id = await service.publish('a,b,c\n1,2,3\n', '--fields', 'a,c');
      const words = ['endpoint', 'set', id, '--fields', 'b'] as const;
      await service.publish('b\n4\n', '--replace', id);
      const answer = await service.get(id);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        error: 'We received an error to indicate that your CSV upload data structure may have changed.',
        data: 'The file no longer has the columns "a", "c".',
      });
      await service.command(...words);
      expect(await textOf(id)).toBe('b\n4\n');
    });

    it('a new order of columns changes nothing for a selection', async () => {
      const id = await service.publish('a,b\n1,2\n', '--fields', 'a');
      await service.publish('b,a\n3,4\n', '--replace', id);
      expect(await textOf(id)).toBe('a\n4\n');
    });

    it('a reader under way gets the whole old file, later ones the new', async () => {
      const line = (word: string): string => `${word.repeat(50)}\n`;
      const old = `text\n${line('old ').repeat(100_000)}`;
      const id = await service.publish(old);
      const slow = await startReading(service.url, `GET /${id}`);
      await service.publish('text\nnew\n', '--replace', id);
      expect(await textOf(id)).toBe('text\nnew\n');
      const answer = await slow.finish();
      expect(answer.status).toBe(200);
      expect(answer.body === old, `${answer.body.length} of ${old.length} characters`).toBe(true);
    });
  });
});
