/** The log says why a request failed (contract 7.1.4), and holds no secret of it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const logLines: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ logLines });
});
afterAll(() => service[Symbol.asyncDispose]());

const answeredLine = z.looseObject({
  status: z.number(),
  error: z.string().optional(),
  data: z.string().optional(),
});

/** What the log says about one request. */
async function reasonOf(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await service.get(path, headers);
  await answer.arrayBuffer();
  const requestId = answer.headers.get('x-request-id') ?? 'none';
  const find = (): string | undefined =>
    logLines.find((line) => line.includes(`"${requestId}"`) && line.includes('"request completed"'));
  await expect.poll(find).toBeDefined();
  const { status, error, data } = answeredLine.parse(JSON.parse(find() ?? ''));
  return { status, error, data };
}

it('a request that succeeds has no reason', async () => {
  const id = await service.publish('a\n1\n');
  expect(await reasonOf(id)).toEqual({ status: 200, error: undefined, data: undefined });
});

it('401, 403 and 404 have the key of the error', async () => {
  expect(await reasonOf('nothing')).toMatchObject({ status: 404, error: 'objectNotFound' });
  expect(await reasonOf('proxy/nothing')).toMatchObject({ status: 404, error: 'proxyNotFound' });
  const id = await service.publish('a\n1\n', '--token', 'right');
  expect(await reasonOf(id)).toMatchObject({ status: 401, error: 'authorizationRequired' });
  const wrong = await reasonOf(id, { authorization: 'Bearer wrong' });
  expect(wrong).toMatchObject({ status: 401, error: 'authorizationWrong' });
  await service.command('account', 'create', 'ann@example.com', '--credits', '0');
  const poor = await service.publish('a\n1\n', '--owner', 'ann@example.com');
  expect((await reasonOf(poor)).status).toBe(403);
  expect((await reasonOf(poor)).error).toMatch(/^[a-zA-Z]+$/);
});

it('400 and 409 have the text of data too, of at most 200 characters', async () => {
  const id = await service.publish('a,b\n1,2\n');
  const sql = await reasonOf(`${id}?sql=${encodeURIComponent('SELECT nope FROM service_table')}`);
  expect(sql).toEqual({ status: 400, error: 'sqlInvalid', data: 'no such column: nope' });
  const long = await reasonOf(
    `${id}?sql=${encodeURIComponent(`SELECT ${'x'.repeat(500)} FROM service_table`)}`,
  );
  expect(long.data).toHaveLength(200);
  await service.command('endpoint', 'set', id, '--fields', 'a,b');
  await service.database.db
    .updateTable('endpoints')
    .set({ fields: '["lost"]' })
    .where('id', '=', id)
    .execute();
  const changed = await reasonOf(`${id}?x=1`);
  expect(changed).toMatchObject({ status: 409, error: 'structureChanged' });
  expect(changed.data).toContain('lost');
});

it('a request that is no HTTP address has its reason', async () => {
  const before = logLines.length;
  await rawRequest(service.url, 'GET /%ff');
  await expect.poll(() => logLines.slice(before).join('')).toContain('"error":"requestMalformed"');
});

it('no log line holds a token, header, query, address, whole id or cell', async () => {
  const before = logLines.length;
  const id = await service.publish('a,b\nplanted-cell,2\n', '--token', 'planted-token');
  const proxy = String((await service.command('proxy', 'create', id))['id']);
  const headers = { authorization: 'Bearer planted-token', cookie: 'planted-cookie' };
  const query = `?x=planted-query&sql=${encodeURIComponent("SELECT a FROM service_table WHERE a <> 'planted-sql'")}`;
  await reasonOf(`${id}${query}`, headers);
  await reasonOf(`proxy/${proxy}${query}`, headers);
  await reasonOf(`${id}${query}`, { ...headers, authorization: 'Bearer planted-wrong' });
  await reasonOf(
    `${id}?sql=${encodeURIComponent("SELECT nope FROM service_table WHERE a = 'planted-sql'")}`,
    headers,
  );
  await rm(join(service.folder, 'uploads'), { recursive: true });
  const gone = await reasonOf(`${id}${query}&gone=1`, headers);
  expect([gone.status, gone.error]).toEqual([500, 'unexpected']);
  const text = logLines.slice(before).join('');
  expect(text).toContain('"request completed"');
  for (const secret of ['planted', id, proxy]) expect(text).not.toContain(secret);
});
