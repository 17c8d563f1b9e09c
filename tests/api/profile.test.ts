/** The profile of a column: of all rows of a file, of the sample of anything else, and never of what may not be seen. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  connect,
  createEndpoint,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

const rows = 1_000;
const regions = ['North', 'North', 'South', ''];
const csv = [
  'region,price,secret',
  ...Array.from({ length: rows }, (_, at) => `${regions[at % 4]},${at % 100}.50,s${at}`),
  '',
].join('\n');

const sampleShape = z.object({
  columns: z.array(z.object({ name: z.string() })),
  rows: z.array(z.unknown()),
});

describe('the profile of a column', () => {
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ environment: { PREVIEW_SECONDS: '600' } });
    ann = await signedIn(service, 'ann@example.com', '--credits', '0');
    id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'Prices');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const profile = (column: string, parameters: Record<string, string> = {}): Promise<Response> =>
    ann.call('POST', `/api/endpoints/${id}/profile`, { column, parameters });

  it('of a file is of all its rows, for all who ask at once, and without a credit', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => profile('region')));
    for (const answer of answers) {
      expect(await answer.json()).toEqual({
        name: 'region',
        type: 'string',
        rows,
        isWhole: true,
        filled: 750,
        distinct: 2,
        isExact: true,
        smallest: 'North',
        largest: 'South',
        average: null,
        top: [
          { value: 'North', count: 500 },
          { value: 'South', count: 250 },
        ],
        bars: [],
      });
    }
    expect(await (await profile('price')).json()).toMatchObject({
      type: 'number',
      distinct: 100,
      smallest: '0.5',
      largest: '99.5',
      average: 50,
      bars: Array.from({ length: 20 }, (_, at) => ({ from: 5 * at, to: 5 * at + 5, count: 50 })),
    });
  });

  it('is kept beside the file, and made again if what was kept cannot be read', async () => {
    await profile('region');
    const folder = join(service.folder, 'uploads');
    const found: string[] = [];
    for (const upload of await readdir(folder)) {
      const names = await readdir(join(folder, upload));
      found.push(
        ...names.filter((name) => name.startsWith('profil')).map((name) => join(folder, upload, name)),
      );
    }
    expect(found).toHaveLength(1);
    const [file = ''] = found;
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ rows });
    await writeFile(file, '{"rows":');
    expect(await (await profile('region')).json()).toMatchObject({ rows, distinct: 2 });
  });

  it('of a query is of the first hundred rows of its result', async () => {
    const sql = 'SELECT price AS p FROM service_table ORDER BY price DESC';
    expect(await (await profile('p', { sql })).json()).toMatchObject({
      rows: 100,
      isWhole: false,
      filled: 100,
      largest: '99.5',
    });
    const few = await profile('p', { sql: `${sql} LIMIT 3` });
    expect(await few.json()).toMatchObject({ rows: 3, isWhole: true });
  });

  it('is refused for a column that is not there or not selected, and for a stranger', async () => {
    expect((await profile('nothing')).status).toBe(400);
    expect((await profile('nothing', { sql: 'SELECT price FROM service_table' })).status).toBe(400);
    await ann.call('PATCH', `/api/endpoints/${id}`, { fields: ['region', 'price'] });
    const refused = await profile('secret');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('no column')]);
    const bob = await signedIn(service, 'bob@example.com');
    expect((await bob.call('POST', `/api/endpoints/${id}/profile`, { column: 'region' })).status).toBe(404);
  });

  it('is on the public page, but only of what that shows', async () => {
    const look = (column: string): Promise<Response> =>
      sessionless(service).call('GET', `/api/public/${id}/profile?column=${column}`);
    expect((await look('region')).status).toBe(404);
    await ann.call('PATCH', `/api/endpoints/${id}`, { isPublic: true, fields: ['region', 'price'] });
    expect(await (await look('region')).json()).toMatchObject({ rows, distinct: 2 });
    expect((await look('secret')).status).toBe(400);
    await ann.call('PATCH', `/api/endpoints/${id}`, { token: 'a-token-of-ann-1234' });
    expect((await look('region')).status).toBe(404);
  });
});

it('of a platform is of the sample', async () => {
  await using platforms = await startPlatforms();
  await using service = await startPlatformService(platforms);
  const { airtable } = platforms;
  const connection = await connect(service, 'airtable', '--token', airtable.addPersonalToken());
  const id = await createEndpoint(service, connection, ...smallAirtable(airtable).words);
  await service.command('endpoint', 'set', id, '--public', 'true');
  const { columns, rows: shown } = sampleShape.parse(
    await (await sessionless(service).call('GET', `/api/public/${id}/sample`)).json(),
  );
  const name = columns[0]?.name ?? '';
  const answer = await sessionless(service).call(
    'GET',
    `/api/public/${id}/profile?column=${encodeURIComponent(name)}`,
  );
  expect(await answer.json()).toMatchObject({ name, rows: shown.length });
});
