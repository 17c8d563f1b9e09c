/** Contract 4.2.6: at most 10 rows and no credit, from a preview only, never by a public query parameter. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, costOf, createCast, expectLedgerWhole } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const rowsOf = (count: number): string =>
  `n,half\n${Array.from({ length: count }, (_, row) => `${row},${row / 2}\n`).join('')}`;

describe('4.2 Sample mode', () => {
  let service: TestService;
  let cast: Cast;
  let id: string;
  beforeAll(async () => {
    service = await startTestService();
    cast = await createCast(service);
    await service.command('account', 'create', owner, '--plan', 'pro');
    id = await service.publish(rowsOf(25), '--owner', owner, '--name', 'numbers');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const preview = (endpoint: string, ...params: readonly string[]) =>
    service.command('endpoint', 'preview', endpoint, ...params.flatMap((param) => ['--param', param]));

  it.each([
    ['no rows', 0, 0],
    ['one row', 1, 1],
    ['ten rows', 10, 10],
    ['eleven rows', 11, 10],
    ['a thousand rows', 1_000, 10],
  ])('at most 10 rows are returned and no credit is deducted: %s', async (_rows, count, shown) => {
    const endpoint = await service.publish(rowsOf(count), '--owner', owner);
    const { cost, answer } = await costOf(service, () => preview(endpoint));
    expect(answer['body']).toBe(rowsOf(shown));
    expect(cost).toBe(0);
  });

  it.each([
    ['type', ['type=json_values'], JSON.stringify(Array.from({ length: 10 }, (_, n) => [n, n / 2]))],
    ['sql over the whole data', ['sql=SELECT max(n) AS most FROM service_table'], 'most\n24\n'],
    [
      'sql with more than 10 rows',
      ['sql=SELECT n FROM service_table ORDER BY n DESC', 'type=json_values'],
      '[[24],[23],[22],[21],[20],[19],[18],[17],[16],[15]]',
    ],
    ['nest_json', ['type=json_records', 'nest_json=d', 'sql=SELECT 1 AS x'], '{"d":[{"x":1}]}'],
  ])('takes the parameters of a request: %s', async (_name, params, body) => {
    expect(await preview(id, ...params)).toMatchObject({ body });
  });

  it('refuses what a request would be refused for', async () => {
    await expect(preview(id, 'type=nonsense')).rejects.toThrow("Parameter 'type'");
    await expect(preview(id, 'sql=SELECT nope FROM service_table')).rejects.toThrow(
      'Could not validate sql.',
    );
    await expect(preview(id, 'all_fields=true')).rejects.toThrow("Custom parameter 'all_fields'");
    await expect(preview('0000000000000000000000')).rejects.toThrow('There is no endpoint');
  });

  it('sends no mail', async () => {
    const outbox = service.database.db.selectFrom('outbox').selectAll();
    const before = await outbox.execute();
    await preview(id, 'email_me=true');
    expect(await outbox.execute()).toEqual(before);
  });

  it('needs no credit: the owner can look at an endpoint that answers 403', async () => {
    expect((await service.get(cast.creditless.endpoint)).status).toBe(403);
    expect(await preview(cast.creditless.endpoint)).toMatchObject({ filename: 'creditless.csv' });
  });

  it.each([
    'sample=true',
    'sample=1',
    'sample_mode=true',
    'is_sample=true',
    'mode=sample',
    'preview=1',
    'preview=true',
    'is_preview=true',
    'dashboard=true',
    'wizard=true',
    'limit=5',
    'rows=10',
    'max_rows=10',
    'free=true',
    'charge=false',
    'dry_run=true',
    'test=true',
    'Sample=true',
    'sample[]=true',
    'cut=10',
  ])(
    'a direct request returns the full dataset and deducts 1 credit, whatever it asks: ?%s',
    async (asked) => {
      const { cost, answer } = await costOf(service, () =>
        service.get(`${id}?${asked}`, { 'x-sample': 'true', 'x-preview': '1', cookie: 'preview=1' }),
      );
      expect([await answer.text(), cost]).toEqual([rowsOf(25), 1]);
    },
  );

  it('a preview of a page with thousands of rows is a whole page of ten', async () => {
    const endpoint = await service.publish(rowsOf(5_000), '--owner', owner);
    const { body } = await preview(endpoint, 'type=html_table');
    expect(String(body).match(/<tr>/g)).toHaveLength(11);
    expect(String(body)).toContain('</html>');
  });
});
