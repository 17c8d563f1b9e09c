/**
 * NUL and other characters that nobody sees, wherever a text comes in: refused in words, and never a failure of the
 * service, whichever database it has (contract 8.3.5).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, routeNames } from '../../src/api/contract.ts';
import { accountArea } from '../api/areas/account.ts';
import { administratorArea } from '../api/areas/administrator.ts';
import type { Area } from '../api/areas/area.ts';
import { choiceArea } from '../api/areas/choice.ts';
import { connectionArea } from '../api/areas/connection.ts';
import { endpointArea } from '../api/areas/endpoint.ts';
import { planArea } from '../api/areas/plan.ts';
import { proxyArea } from '../api/areas/proxy.ts';
import { scheduleArea } from '../api/areas/schedule.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';

const areas: readonly Area[] = [
  accountArea,
  endpointArea,
  proxyArea,
  connectionArea,
  choiceArea,
  scheduleArea,
  planArea,
  administratorArea,
];
const owner = 'ann@example.com';

/** Every body with a NUL in one of its texts. */
function* withNul(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value}\0`;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of withNul(part)) yield { ...value, [key]: changed };
    if (key === 'parameters') yield { ...value, parameters: { nest_json: 'a\0' } };
  }
}

const more: readonly (readonly [RouteName, unknown])[] = [
  ['PATCH /api/endpoints/:id', { description: 'a\0b' }],
  ['PATCH /api/endpoints/:id', { description: 'a\u0007b' }],
  ['PATCH /api/endpoints/:id', { name: 'two\nlines' }],
  ['PATCH /api/endpoints/:id', { fields: ['a\0'] }],
  ['PATCH /api/endpoints/:id', { type: '\0' }],
  ['PATCH /api/endpoints/:id', { allowedSpreadsheets: ['abcde\0'] }],
  ['POST /api/uploads/:id/corrections', { decimal: null, columns: [{ column: 'a\0' }] }],
  ['PATCH /api/schedules/:id', { webhook: 'https://example.com/\0' }],
];

describe.each(bothEngines)('on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  const logLines: string[] = [];
  const objects: Record<string, string> = {};

  beforeAll(async () => {
    service = await startTestService({ engine, logLines });
    ann = await signedIn(service, owner, '--plan', 'lite', '--admin');
    for (const area of areas) Object.assign(objects, await area.makeObjects?.(service, owner));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  function addressOf(name: RouteName, id?: string): readonly [string, string] {
    const [method = '', path = ''] = name.split(' ');
    const [, beginning = ''] = /^(.*?\/):/.exec(path) ?? [];
    const query = areas.map(({ queries }) => queries?.[name]).find((each) => each !== undefined);
    const filled = path.replace(':id', id ?? objects[beginning] ?? '0'.repeat(22));
    return [method, query === undefined ? filled : `${filled}?${query}`];
  }

  it('refuses a body with a NUL in any of its texts', async () => {
    const bodies = areas.flatMap(({ bodies = {} }) => Object.entries(bodies));
    const calls = routeNames.flatMap((name) => [
      ...bodies
        .filter(([of]) => of === name)
        .flatMap(([, body]) => [...withNul(body)].map((each) => ({ name, body: each }))),
      ...more.filter(([of]) => of === name).map(([, body]) => ({ name, body })),
    ]);
    expect(calls.length).toBeGreaterThan(30);
    for (const { name, body } of calls) {
      const answer = await ann.call(...addressOf(name), body);
      expect([name, JSON.stringify(body), answer.status]).toEqual([name, JSON.stringify(body), 400]);
    }
  });

  it('refuses ids and searches with a NUL', async () => {
    for (const name of routeNames.filter((each) => each.includes(':id'))) {
      const answer = await ann.call(...addressOf(name, '%00'));
      expect([name, answer.status]).toEqual([name, answer.status === 404 ? 404 : 400]);
    }
    for (const path of ['endpoints', 'administrator/accounts', 'administrator/mails']) {
      for (const search of ['%00', 'a%00b', '%07']) {
        const answer = await ann.call('GET', `/api/${path}?search=${search}`);
        expect([path, search, answer.status]).toEqual([path, search, 400]);
      }
    }
    expect((await ann.upload('/api/uploads?name=a%00.csv', 'a\n1\n')).status).toBe(400);
    expect((await ann.upload('/api/uploads?name=a%0A.csv', 'a\n1\n')).status).toBe(400);
  });

  it('answers strangers without failing', async () => {
    const id = objects['/api/endpoints/'];
    const paths = ['%00', 'files/%00', 'proxy/%00', 'docs/%00', 'app/%00', 'api/public/%00', 'api/auth/%00'];
    const queries = [`${id}?%00=%00`, `${id}?sql=%00`, `${id}?nest_json=%00&type=json_records`];
    const callback = 'connections/callback?state=%00&code=%00';
    for (const path of [...paths, ...queries, callback]) {
      const answer = await service.get(path);
      await answer.arrayBuffer();
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 500)]);
    }
    const signIn = { email: 'a\0@example.com', password: 'correct horse\0' };
    const answer = await sessionless(service).call('POST', '/api/auth/sign-in/email', signIn);
    expect(answer.status).toBeLessThan(500);
  });

  it('refuses them on the command line', async () => {
    const id = objects['/api/endpoints/'] ?? '';
    const set = (...words: readonly string[]) => service.command('endpoint', 'set', id, ...words);
    await expect(set('--name', 'two\nlines')).rejects.toThrow(
      '--name: Use one line, without control characters.',
    );
    await expect(set('--name', 'x'.repeat(201))).rejects.toThrow('--name: At most 200 characters.');
    await expect(set('--name', 'bell\u0007')).rejects.toThrow('--name: Remove the control characters.');
    await expect(set('--description', 'x'.repeat(2_001))).rejects.toThrow('--description: At most 2,000');
    await expect(service.command('endpoint', 'list', 'a\0@example.com')).rejects.toThrow(
      'Remove the control',
    );
  });

  it('and stores every hit, and has failed at nothing', async () => {
    await expect
      .poll(async () => (await service.database.db.selectFrom('hits').selectAll().execute()).length)
      .toBeGreaterThan(2);
    const failures = logLines.filter((line) => /unexpected failure|cannot be stored/.test(line));
    expect(failures).toEqual([]);
  });
});
