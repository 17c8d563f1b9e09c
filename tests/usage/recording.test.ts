/**
 * Contract 6.4: every hit is recorded with how it went, and without who asked for what. All requests are made first,
 * each under a name of its own as its user agent, and then looked for.
 */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HitRow } from '../../src/storage/database/schema.ts';
import { type Cast, castTable, createCast } from '../support/cast.ts';
import { openRequest } from '../support/raw-http.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { recordedHits } from './recorded-hits.ts';

const refusals = [
  ['trialExpired', 'trialExpired'],
  ['creditless', 'notEnoughCredits'],
  ['lapsed', 'notEnoughCredits'],
  ['uninitialised', 'ownerNotInitialised'],
  ['blocked', 'ownerBlocked'],
] as const;

const mistakes = [
  ['sql=SELECT+nothing+FROM+service_table', 'sqlInvalid', 'csv'],
  ['all_fields=true', 'customParameterDisabled', null],
  ['type=docx', 'parameterInvalid', null],
] as const;

const token = 'a-token-of-many-characters';
const secret = 'a-name-that-nobody-may-see';
const longAgent = `caf\u00e9 ${'y'.repeat(500)}`;

describe.each(engines)('recorded hits on %s', (engine) => {
  let service: TestService;
  let cast: Cast;
  let hits: HitRow[];
  let proxyId: string;
  let left: string;
  const lengths = new Map<string, number>();
  const began = Date.now();

  async function ask(name: string, path: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await service.get(path, { 'user-agent': name, ...headers });
    lengths.set(name, (await answer.arrayBuffer()).byteLength);
  }

  const found = (name: string): HitRow | undefined => hits.find(({ user_agent }) => user_agent === name);

  beforeAll(async () => {
    service = await startTestService({ engine });
    cast = await createCast(service);
    const { endpoint } = cast.paid;
    await ask('plain', endpoint);
    const statement = encodeURIComponent('SELECT name FROM service_table WHERE age > 10');
    await ask('statement', `${endpoint}?type=json_records&sql=${statement}`);
    const large = await service.publish(`text\n${'the same words again\n'.repeat(50_000)}`);
    await ask('compressed', large, { 'accept-encoding': 'gzip' });
    const proxy = await service.command('proxy', 'create', endpoint, '--param', 'type=xml');
    proxyId = String(proxy['id']);
    await ask('proxy', `proxy/${proxyId}`);
    for (const [name] of refusals) await ask(name, cast[name].endpoint);
    for (const [query] of mistakes) await ask(query, `${endpoint}?${query}`);
    await askWithTokens();
    await ask('refused page', `${cast.blocked.endpoint}?show_wait_page=true`);
    const named = encodeURIComponent(`SELECT name FROM service_table WHERE name = '${secret}'`);
    const headers = { 'x-forwarded-for': '203.0.113.7', referer: 'https://ann.example/' };
    await ask(longAgent, `${endpoint}?sql=${named}&cache=${secret}`, headers);
    await askWhatIsNoHit(endpoint);
    await leave();
    hits = await recordedHits(service, 4 + refusals.length + mistakes.length + 5 + 1 + 1 + 1);
  }, 60_000);
  afterAll(() => service[Symbol.asyncDispose]());

  async function askWithTokens(): Promise<void> {
    const id = await service.publish(castTable, '--token', token);
    const proxy = await service.command('proxy', 'create', id);
    const wrong = { authorization: 'Bearer another' };
    await ask('no token', id);
    await ask('no bearer', id, { authorization: 'Basic x' });
    await ask('wrong token', id, wrong);
    await ask('no token at the proxy', `proxy/${proxy['id']}`);
    await ask('wrong token at the proxy', `proxy/${proxy['id']}`, wrong);
  }

  async function askWhatIsNoHit(endpoint: string): Promise<void> {
    await fetch(`${service.url}/${endpoint}`, { method: 'HEAD' });
    await service.command('endpoint', 'preview', endpoint);
    // Of an account that was deleted nothing is kept any more.
    const nowhere = ['x'.repeat(22), `proxy/${'x'.repeat(22)}`, '', cast.deleted.endpoint];
    for (const path of [`${endpoint}?show_wait_page=true`, ...nowhere]) await ask('no hit', path);
  }

  async function leave(): Promise<void> {
    left = await service.publish(`a\n${`${'x'.repeat(99)}\n`.repeat(200_000)}`, '--owner', cast.paid.email);
    const socket = openRequest(service.url, `GET /${left}`);
    await once(socket, 'data');
    socket.destroy();
  }

  it('have what the answer was', () => {
    const hit = found('plain');
    expect(hit).toEqual({
      at: expect.any(Number),
      endpoint_id: cast.paid.endpoint,
      proxy: null,
      status: 200,
      error: null,
      type: 'csv',
      rows: 2,
      bytes: castTable.length,
      ms: expect.any(Number),
      credits: 1,
      user_agent: 'plain',
      ignored: null,
      data: null,
    });
    expect(hit?.at).toBeGreaterThanOrEqual(began);
    expect(hit?.at).toBeLessThanOrEqual(Date.now());
    expect(hit?.ms).toBeLessThan(30_000);
  });

  it('have the format of the request, the rows of a statement, and the bytes of a compressed body', () => {
    const bytes = '[{"name":"Ann"}]'.length;
    expect(found('statement')).toMatchObject({ type: 'json_records', rows: 1, bytes, credits: 1 });
    expect(found('compressed')).toMatchObject({ status: 200, rows: 50_000, credits: 0 });
    expect(found('compressed')?.bytes).toBeGreaterThan(100);
    expect(found('compressed')?.bytes).toBeLessThan(100_000);
  });

  it('have the first characters of a proxy', () => {
    const proxy = proxyId.slice(0, 6);
    expect(found('proxy')).toMatchObject({ endpoint_id: cast.paid.endpoint, proxy, type: 'xml' });
  });

  it.each(refusals)('are those refused for the owner, too: %s', (name, error) => {
    const bytes = lengths.get(name);
    const refused = { endpoint_id: cast[name].endpoint, status: 403, error, credits: 0, bytes };
    expect(found(name)).toMatchObject({ ...refused, type: null, rows: null });
  });

  it.each(mistakes)('are those refused for the query, too: %s', (query, error, type) => {
    expect(found(query)).toMatchObject({ status: 400, error, type, rows: null, credits: 0 });
  });

  it.each([
    ['no token', 'authorizationRequired'],
    ['no bearer', 'authorizationMalformed'],
    ['wrong token', 'authorizationWrong'],
    ['no token at the proxy', 'proxyAuthorizationMissing'],
    ['wrong token at the proxy', 'proxyAuthorizationWrong'],
  ])('are those refused for the token, too: %s', (name, error) => {
    expect(found(name)).toMatchObject({ status: 401, error, credits: 0 });
  });

  it('are those of a client that left', () => {
    const hit = hits.find(({ endpoint_id }) => endpoint_id === left);
    expect(hit).toMatchObject({ status: 499, error: null, type: 'csv', credits: 1, user_agent: null });
    expect(hit?.bytes).toBeLessThan(200_000 * 100);
  });

  it('are no HEAD, no preview, no waiting page and nothing without an endpoint', () => {
    expect(found('no hit')).toBeUndefined();
    expect(found('refused page')).toMatchObject({ status: 403, error: 'ownerBlocked' });
  });

  it('have nothing of the query, no address, and 200 visible characters of the user agent', () => {
    expect(found(`caf? ${'y'.repeat(195)}`)).toMatchObject({ status: 200, rows: 0 });
    const everything = JSON.stringify(hits);
    for (const word of [secret, '203.0.113.7', '127.0.0.1', 'ann.example', 'SELECT name']) {
      expect(everything).not.toContain(word);
    }
  });
});
