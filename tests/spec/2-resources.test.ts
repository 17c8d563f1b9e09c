/** Contract 2.1 to 2.4: the endpoint, its URL, its data and the API key. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectLedgerWhole } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';

const table = 'name,age,city\nAnn,41,Oslo\nBo,7,"Rome, IT"\n';

describe('2 Resources and their fields', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: { BASE_URL: 'https://data.example/' } });
    await service.command('account', 'create', 'ann@example.com', '--plan', 'pro');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const textOf = async (path: string): Promise<string> => (await service.get(path)).text();

  it('endpoint id: alphanumeric, generated at creation, appears in the URL path', async () => {
    const ids = new Set<string>();
    for (let made = 0; made < 5; made++) ids.add(await service.publish(table, '--owner', 'ann@example.com'));
    expect(ids.size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
  });

  it('the URL has the form {base_url}/<endpoint_id>, from the configured base', async () => {
    const id = await service.publish(table, '--owner', 'ann@example.com', '--name', 'listed');
    const { endpoints } = await service.command('endpoint', 'list', 'ann@example.com');
    expect(endpoints).toContainEqual(
      expect.objectContaining({ id, name: 'listed', url: `https://data.example/${id}` }),
    );
    expect(await service.command('proxy', 'create', id)).toMatchObject({
      url: expect.stringMatching(/^https:\/\/data\.example\/proxy\/[0-9A-Za-z]{22}$/),
    });
  });

  it('selected fields: only these, in this order', async () => {
    const id = await service.publish(table, '--fields', 'city,name');
    expect(await textOf(id)).toBe('city,name\nOslo,Ann\n"Rome, IT",Bo\n');
  });

  it('selected fields: can be changed, and taken back to all columns', async () => {
    const id = await service.publish(table, '--fields', 'name');
    await service.command('endpoint', 'set', id, '--fields', 'age');
    expect(await textOf(id)).toBe('age\n41\n7\n');
    await service.command('endpoint', 'set', id, '--all-columns');
    expect(await textOf(id)).toBe(table);
  });

  it('selected fields: a name with a comma is written in double quotes', async () => {
    const id = await service.publish('"a,b",c\n1,2\n', '--fields', '"a,b"');
    expect(await textOf(id)).toBe('"a,b"\n1\n');
  });

  it('selected fields: one that the file does not have is refused by name', async () => {
    await expect(service.publish(table, '--fields', 'name,Salary')).rejects.toThrow('"Salary"');
  });

  it('default output format: CSV when nothing else is set', async () => {
    expect(await textOf(await service.publish(table))).toBe(table);
  });

  it('default output format: one of the `type` values, changeable, and overridden by `type`', async () => {
    const id = await service.publish(table, '--type', 'json_values');
    expect(await (await service.get(id)).json()).toEqual([
      ['Ann', 41, 'Oslo'],
      ['Bo', 7, 'Rome, IT'],
    ]);
    expect(await textOf(`${id}?type=csv`)).toBe(table);
    await service.command('endpoint', 'set', id, '--type', 'xml');
    expect((await service.get(id)).headers.get('content-type')).toBe('application/xml');
    await expect(service.command('endpoint', 'set', id, '--type', 'pdf')).rejects.toThrow('json_records');
  });

  it('name: used as the download filename stem; the filename carries the extension of the format', async () => {
    const id = await service.publish(table, '--name', 'people');
    const filename = async (type: string): Promise<string | null> =>
      (await service.get(`${id}?type=${type}`)).headers.get('content-disposition');
    expect(await filename('csv')).toBe('attachment; filename=people.csv');
    expect(await filename('json_split')).toBe('inline; filename=people.json');
    await service.command('endpoint', 'set', id, '--name', 'staff');
    expect(await filename('xml')).toBe('inline; filename=staff.xml');
  });

  it('name: that of the file when none is given', async () => {
    const id = await service.publish(table);
    const disposition = (await service.get(id)).headers.get('content-disposition');
    expect(disposition).toMatch(/^attachment; filename=upload-[0-9a-z]+\.csv$/);
  });

  it('authentication: optional; the owner can change it at any time', async () => {
    const id = await service.publish(table, '--token', 'first');
    const status = async (token: string): Promise<number> =>
      (await service.get(id, { authorization: `Bearer ${token}` })).status;
    expect([await status('first'), await status('second')]).toEqual([200, 401]);
    await service.command('endpoint', 'set', id, '--token', 'second');
    expect([await status('first'), await status('second')]).toEqual([401, 200]);
    await service.command('endpoint', 'set', id, '--no-token');
    expect((await service.get(id)).status).toBe(200);
  });

  it('custom parameters: enabled for one endpoint, not for another', async () => {
    const enabled = await service.publish(table, '--fields', 'name');
    const other = await service.publish(table, '--fields', 'name');
    await service.command('endpoint', 'set', enabled, '--allow', 'all_fields');
    expect(await textOf(`${enabled}?all_fields=true`)).toBe(table);
    expect((await service.get(`${other}?all_fields=true`)).status).toBe(400);
    await expect(service.command('endpoint', 'set', other, '--allow', 'sample')).rejects.toThrow(
      'all_fields',
    );
  });

  it('what was allowed can be taken back', async () => {
    const id = await service.publish(table, '--fields', 'name');
    const sheets = ['1SheetOne', 'https://docs.google.com/spreadsheets/d/1SheetTwo/edit#gid=0'];
    const words = sheets.flatMap((sheet) => ['--allow-spreadsheet', sheet]);
    expect(await service.command('endpoint', 'set', id, '--allow', 'all_fields', ...words)).toMatchObject({
      customParameters: ['all_fields'],
      allowedSpreadsheets: ['1SheetOne', '1SheetTwo'],
    });
    const less = ['--disallow', 'all_fields', '--disallow-spreadsheet', sheets[1] ?? ''];
    expect(await service.command('endpoint', 'set', id, ...less)).toMatchObject({
      customParameters: [],
      allowedSpreadsheets: ['1SheetOne'],
    });
    expect((await service.get(`${id}?all_fields=true`)).status).toBe(400);
  });

  it.each([
    [['--allow', 'sample'], 'all_fields'],
    [['--disallow', 'sample'], 'all_fields'],
    [['--type', 'pdf'], 'json_records'],
    [['--token', 'with space'], 'ASCII'],
    [['--no-token', '--token', 'a-new-token-of-some-length'], 'contradict'],
    [['--all-columns'], 'contradict'],
  ])('one bad option of `endpoint set`, and nothing is changed: %j', async (bad, problem) => {
    const id = await service.publish(table, '--name', 'old', '--fields', 'name');
    const good = ['--fields', 'age', '--name', 'new', '--allow-spreadsheet', '1Sheet'];
    await expect(service.command('endpoint', 'set', id, ...good, ...bad)).rejects.toThrow(problem);
    const answer = await service.get(id);
    expect(answer.headers.get('content-disposition')).toContain('filename=old.csv');
    expect(await answer.text()).toBe('name\nAnn\nBo\n');
  });

  it('fields that the source does not have, and nothing else is changed', async () => {
    const id = await service.publish(table, '--name', 'old');
    await expect(service.command('endpoint', 'set', id, '--name', 'new', '--fields', 'x')).rejects.toThrow(
      '--fields names what the source does not have',
    );
    expect((await service.get(id)).headers.get('content-disposition')).toContain('filename=old.csv');
  });

  it('a deleted endpoint answers 404 `Object not found`, and so does its proxy with its own text', async () => {
    const id = await service.publish(table);
    const { id: proxy } = await service.command('proxy', 'create', id);
    await service.command('endpoint', 'delete', id);
    expect(await (await service.get(id)).json()).toMatchObject({ error: 'Object not found' });
    expect(await (await service.get(`proxy/${proxy}`)).json()).toMatchObject({
      error: 'URL not found in database.',
    });
  });

  it('export data: the current data on every request, exposed to SQL as a single table `service_table`', async () => {
    const id = await service.publish('n\n1\n');
    expect(await textOf(`${id}?sql=SELECT+n+FROM+service_table`)).toBe('n\n1\n');
    await service.publish('n\n2\n', '--replace', id);
    expect(await textOf(`${id}?sql=SELECT+n+FROM+service_table`)).toBe('n\n2\n');
  });

  it('API key: a string, created anew each time and shown once', async () => {
    const first = await service.command('api-key', 'create', 'ann@example.com');
    const second = await service.command('api-key', 'create', 'ann@example.com');
    expect(String(first['key']).length).toBeGreaterThanOrEqual(40);
    expect(first['key']).not.toBe(second['key']);
    await expect(service.command('api-key', 'create', 'nobody@example.com')).rejects.toThrow(
      'There is no account nobody@example.com',
    );
  });
});
