/** Metadata, permissions, limits and lists of the emulated Airtable, over plain HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { atThisPace } from '../../tests/support/machine-pace.ts';
import type { AirtableBase, AirtableTable } from './airtable-data.ts';
import { type AirtableEmulator, startAirtableEmulator } from './airtable-emulator.ts';
import { airtableFaults } from './airtable-faults.ts';
import { emptyBase, fillTable, seedAirtable } from './airtable-seed.ts';

let emulator: AirtableEmulator;
let now = 0;
let token: string;
let base: AirtableBase;
let orders: AirtableTable;

beforeAll(async () => {
  emulator = await startAirtableEmulator({ now: () => now });
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.bases.length = 0;
  emulator.limits = { perBase: null, perUser: null, penaltyMs: 200 };
  emulator.billingLimitExceeded = false;
  emulator.api.clearFaults();
  emulator.api.calls.length = 0;
  seedAirtable(emulator);
  const [first] = emulator.bases;
  const table = first?.tables.find(({ name }) => name === 'Orders');
  if (!first || !table) throw new Error('not seeded');
  base = first;
  orders = table;
  token = emulator.addPersonalToken();
});

const answerSchema = z.looseObject({
  records: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })).default([]),
  bases: z.array(z.looseObject({ id: z.string() })).default([]),
  tables: z.array(z.looseObject({ name: z.string(), views: z.array(z.looseObject({})) })).default([]),
  offset: z.string().optional(),
});

async function get(path: string, as: string | null = token, init: RequestInit = {}) {
  const headers = as === null ? {} : { authorization: `Bearer ${as}` };
  const response = await fetch(emulator.api.origin + path, { headers, ...init });
  const body: unknown = await response.json();
  return { status: response.status, body, ...answerSchema.parse(body) };
}

const list = (query = '') => get(`/v0/${base.id}/${orders.id}?${query}`);
const post = (body: string, query = '') =>
  get(`/v0/${base.id}/${orders.id}/listRecords?${query}`, token, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  });

const modelNotFound = { error: { type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND' } };
const invalidPermissions = {
  error: { type: 'INVALID_PERMISSIONS', message: 'You are not permitted to perform this operation' },
};

describe('who may see what', () => {
  it('tells a missing token from an unknown one', async () => {
    expect(await get('/v0/meta/bases', null)).toMatchObject({
      status: 401,
      body: { error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } },
    });
    expect(await get('/v0/meta/bases', 'patNobody')).toMatchObject({
      status: 401,
      body: { error: { type: 'UNAUTHORIZED', message: 'Invalid authentication token' } },
    });
    emulator.revoke(token);
    expect(await list()).toMatchObject({ status: 401, body: { error: { type: 'UNAUTHORIZED' } } });
  });

  it('says who it is, with scopes for a grant only', async () => {
    expect((await get('/v0/meta/whoami')).body).toEqual({ id: 'usrEmulatedUser01' });
    const scopes = ['data.records:read', 'user.email:read'];
    const { accessToken } = emulator.addGrant({ scopes });
    expect((await get('/v0/meta/whoami', accessToken)).body).toEqual({
      id: 'usrEmulatedUser01',
      scopes,
      email: 'owner@example.com',
    });
  });

  it('asks for the scope of the operation', async () => {
    const dataOnly = emulator.addPersonalToken({ scopes: ['data.records:read'] });
    expect(await get('/v0/meta/bases', dataOnly)).toMatchObject({ status: 403, body: invalidPermissions });
    expect((await get(`/v0/${base.id}/Orders`, dataOnly)).status).toBe(200);
    const schemaOnly = emulator.addPersonalToken({ scopes: ['schema.bases:read'] });
    expect((await get(`/v0/meta/bases/${base.id}/tables`, schemaOnly)).status).toBe(200);
    expect((await get(`/v0/${base.id}/Orders`, schemaOnly)).status).toBe(403);
  });

  it('shows a token its own bases only', async () => {
    const other = emptyBase('Other');
    emulator.bases.push(other);
    const narrow = emulator.addPersonalToken({ bases: [other.id] });
    expect((await get('/v0/meta/bases', narrow)).body).toEqual({
      bases: [{ id: other.id, name: 'Other', permissionLevel: 'create' }],
    });
    expect(await get(`/v0/${base.id}/Orders`, narrow)).toMatchObject({ status: 403, body: modelNotFound });
    expect(await get(`/v0/meta/bases/${base.id}/tables`, narrow)).toMatchObject({ status: 403 });
  });

  it('answers unknown routes in the bare shape', async () => {
    for (const path of ['/v0', '/v0/meta/nothing', '/v1/a/b', '/v0/a/b/c/d', '/v0/%ff/b', '/v0/nonsense/b'])
      expect(await get(path)).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
    expect(await get(`/v0/${base.id}/Orders/recMissing0000000`)).toMatchObject({ status: 403 });
  });
});

describe('bases and tables', () => {
  it('lists bases a thousand to a page', async () => {
    for (let index = 0; index < 2100; index += 1) emulator.bases.push(emptyBase(`Base ${index}`));
    const seen: string[] = [];
    const sizes: number[] = [];
    let offset: string | undefined = '';
    while (offset !== undefined) {
      const page: Awaited<ReturnType<typeof get>> = await get(
        `/v0/meta/bases?offset=${encodeURIComponent(offset)}`,
      );
      sizes.push(page.bases.length);
      seen.push(...page.bases.map(({ id }) => id));
      offset = page.offset;
    }
    expect(sizes).toEqual([1000, 1000, 101]);
    expect(seen).toEqual(emulator.bases.map(({ id }) => id));
  });

  it('shows fields as they stand, and visible fields of grid views on request', async () => {
    const plain = await get(`/v0/meta/bases/${base.id}/tables`);
    expect(plain.tables.map(({ name }) => name)).toEqual([
      'Orders',
      'Customers',
      'Products',
      'Every field type',
    ]);
    expect(plain.tables[0]).not.toHaveProperty('records');
    expect(plain.tables[0]?.views).toEqual([
      { id: 'viwOrders00000000', name: 'Grid view', type: 'grid' },
      { id: 'viwOrders00000001', name: 'Open, newest first', type: 'grid' },
    ]);
    const every = base.tables.find(({ name }) => name === 'Every field type');
    expect(plain.tables[3]?.['fields']).toEqual(JSON.parse(JSON.stringify(every?.fields)));
    const full = await get(`/v0/meta/bases/${base.id}/tables?include=visibleFieldIds`);
    expect(full.tables[0]?.views[1]?.['visibleFieldIds']).toHaveLength(6);
    expect(full.tables[3]?.views[1]).toEqual({ id: 'viwEvery000000001', name: 'Form', type: 'form' });
  });
});

describe('a list of records', () => {
  it('shows a rename, a deletion and a moved row at once', async () => {
    const [first] = orders.fields;
    if (first) first.name = 'Order number';
    orders.fields.splice(1, 1);
    orders.records.reverse();
    const { records } = await list('pageSize=1');
    expect(records[0]?.id).toBe('recOrders00000249');
    expect(Object.keys(records[0]?.fields ?? {}).slice(0, 2)).toEqual(['Order number', 'Status']);
    expect(await list('fields%5B%5D=Order')).toMatchObject({ status: 422 });
  });

  it('leaves out rows deleted since the first page, and repeats a page on request', async () => {
    const { offset = '' } = await list('pageSize=100');
    orders.records.splice(150, 1);
    const next = `offset=${encodeURIComponent(offset)}`;
    const second = await list(next);
    expect(second.records).toHaveLength(99);
    expect((await list(next)).records).toEqual(second.records);
    expect(second.records[0]?.id).toBe('recOrders00000100');
    expect((await list(`offset=${encodeURIComponent(second.offset ?? '')}`)).records).toHaveLength(50);
  });

  it('loses its iterator for good, and tells that from a made-up offset', async () => {
    const { offset = '' } = await list();
    expect(await list('offset=')).toMatchObject({ status: 200 });
    emulator.expireIterators();
    expect(await list(`offset=${encodeURIComponent(offset)}`)).toMatchObject({
      status: 422,
      body: { error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE' } },
    });
    expect((await list('offset=nonsense')).body).toMatchObject({ error: { type: 'INVALID_OFFSET_VALUE' } });
  });

  it('reads time zone and locale from the query only', async () => {
    const body = { cellFormat: 'string', timeZone: 'UTC', userLocale: 'en-us', pageSize: 1 };
    expect(await post(JSON.stringify(body))).toMatchObject({ status: 422 });
    expect(await post(JSON.stringify(body), 'timeZone=UTC&userLocale=en-us')).toMatchObject({ status: 200 });
    expect(await list('cellFormat=string&timeZone=UTC')).toMatchObject({ status: 422 });
    expect(await list('cellFormat=string&timeZone=Mars&userLocale=en-us')).toMatchObject({ status: 422 });
  });

  it('refuses what is malformed', async () => {
    const wrong = ['pageSize=0', 'pageSize=x', 'maxRecords=0', 'fields=Order', 'cellFormat=xml'];
    for (const query of [...wrong, 'sort[0][field]=Order&sort[0][direction]=up', 'recordMetadata[]=x'])
      expect(await list(query)).toMatchObject({
        status: 422,
        body: { error: { type: 'INVALID_REQUEST_UNKNOWN' } },
      });
    expect(await list('sort[0][field]=Gone')).toMatchObject({
      body: { error: { type: 'UNKNOWN_FIELD_NAME' } },
    });
    expect(await post('{"pageSize":')).toMatchObject({ status: 400 });
    expect(await post('{"pageSize":"10"}')).toMatchObject({ status: 422 });
    expect(await list(`filterByFormula=${'x'.repeat(16_000)}`)).toMatchObject({ status: 414 });
  });

  it('adds the number of comments on request', async () => {
    const [first] = orders.records;
    if (first) first.commentCount = 3;
    const { body } = await list('recordMetadata[]=commentCount&pageSize=2');
    expect(body).toMatchObject({ records: [{ commentCount: 3 }, { commentCount: 0 }] });
  });
});

describe('limits', () => {
  const rateLimit = {
    errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }],
  };

  it('closes a base for the penalty time after one call too many, whoever makes it', async () => {
    const before = emulator.rateLimited;
    emulator.limits = { perBase: 5, perUser: 50, penaltyMs: 1500 };
    const other = emulator.addGrant().accessToken;
    const statuses: number[] = [];
    for (const as of [token, other, token, other, token])
      statuses.push((await get(`/v0/${base.id}/Orders`, as)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await list()).toMatchObject({ status: 429, body: rateLimit });
    now += 1400;
    expect(await list()).toMatchObject({ status: 429 });
    expect((await get('/v0/meta/bases')).status).toBe(200);
    now += 100;
    expect((await list()).status).toBe(200);
    expect(emulator.rateLimited - before).toBe(2);
  });

  it('limits the personal tokens of the user together, and grants not', async () => {
    emulator.limits = { perBase: null, perUser: 2, penaltyMs: 100 };
    now += 1100;
    const tokens = [token, emulator.addPersonalToken(), token];
    const statuses = [];
    for (const as of tokens) statuses.push((await get('/v0/meta/whoami', as)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await get('/v0/meta/whoami', emulator.addGrant().accessToken)).status).toBe(200);
  });

  it('refuses data, not metadata, when the monthly quota is spent', async () => {
    emulator.billingLimitExceeded = true;
    expect(await list()).toMatchObject({
      status: 429,
      body: { errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED' }] },
    });
    expect((await get('/v0/meta/bases')).status).toBe(200);
    expect((await get(`/v0/meta/bases/${base.id}/tables`)).status).toBe(200);
  });
});

describe('faults', () => {
  it('strikes by name, over HTTP too', async () => {
    await fetch(`${emulator.api.origin}/_emulator/faults`, {
      method: 'POST',
      body: '{"name":"iteratorLost"}',
    });
    const { offset = '' } = await list();
    const next = `offset=${encodeURIComponent(offset)}`;
    expect(await list(next)).toMatchObject({ status: 422 });
    expect(await list(next)).toMatchObject({ status: 200 });
  });

  it('breaks off, cuts and garbles', async () => {
    emulator.api.addFault({ ...airtableFaults.reset, times: 1 });
    await expect(list()).rejects.toThrow();
    emulator.api.addFault({ ...airtableFaults.cutOff, times: 1 });
    await expect(list()).rejects.toThrow();
    emulator.api.addFault({ ...airtableFaults.truncated, times: 1 });
    await expect(list()).rejects.toThrow(SyntaxError);
    emulator.api.addFault({ ...airtableFaults.badGateway, times: 1 });
    await expect(list()).rejects.toThrow(SyntaxError);
    emulator.api.addFault({ ...airtableFaults.retriableError, times: 1 });
    expect(await list()).toMatchObject({ status: 503, body: { error: { type: 'RETRIABLE_ERROR' } } });
    expect((await list()).status).toBe(200);
  });
});

describe('a large table', () => {
  it('is made and served quickly', async () => {
    const big = emptyBase('Big');
    emulator.bases.push(big);
    const started = performance.now();
    const into = fillTable(big, { name: 'Small', rows: 1000 });
    const table = fillTable(big, { name: 'Large', rows: 100_000, links: { into, fields: 3 } });
    expect(performance.now() - started).toBeLessThan(atThisPace(2000));
    const { records } = await get(`/v0/${big.id}/${table.id}`);
    expect(records).toHaveLength(100);
    expect(records[3]?.fields).toMatchObject({
      Name: 'Large 3',
      'Link 1': [into.records[39], into.records[40], into.records[41]].map((record) => record?.id),
    });
  });
});
