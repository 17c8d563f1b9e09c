/** Limits by count hold however many ask at once, on both bothEngines and with several replicas (contract 8.5.2). */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { serveProgram } from '../support/program.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn, withCookie } from '../support/session.ts';

const email = 'ann@example.com';

describe.each(bothEngines)('limits by count on %s', (engine) => {
  let service: TestService;
  let ann: Session;

  beforeEach(async () => {
    service = await startTestService({
      engine,
      environment: { TRUSTED_PROXIES: '127.0.0.1', SIGN_UP: 'invite' },
    });
    ann = await signedIn(service, email, '--plan', 'lite', '--admin');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const accountId = async (): Promise<string> =>
    (await service.database.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;

  /** How many were made, and what the others were told. */
  async function atOnce(times: number, make: () => Promise<Response>) {
    const answers = await Promise.all(Array.from({ length: times }, make));
    const refused = answers.filter(({ status }) => status !== 200);
    const told = await Promise.all(refused.map(async (answer) => [answer.status, await answer.json()]));
    return { made: times - refused.length, told: [...new Set(told.map((each) => JSON.stringify(each)))] };
  }

  it('200 API keys at once: 100 are made, and the others are told why not', async () => {
    const { made, told } = await atOnce(200, () => ann.call('POST', '/api/account/api-keys', {}));
    expect(made).toBe(100);
    expect(told).toEqual([expect.stringMatching(/^\[400,.*The account has 100 API keys already/)]);
    const { apiKeys } = z
      .object({ apiKeys: z.array(z.unknown()) })
      .parse(await (await ann.call('GET', '/api/account/api-keys')).json());
    expect(apiKeys).toHaveLength(100);
  });

  it('50 proxies at once of an endpoint that has 990: 10 are made', async () => {
    const endpoint = await service.publish('a\n1\n', '--owner', email);
    const there = Array.from({ length: 990 }, (_, turn) => ({
      digest: `digest-${turn}`,
      hint: 'hint',
      endpoint_id: endpoint,
      parameters: '{}',
      created_at: turn,
      revision: 0,
    }));
    await service.database.db.insertInto('proxies').values(there).execute();
    const path = `/api/endpoints/${endpoint}/proxies`;
    const { made, told } = await atOnce(50, () => ann.call('POST', path, { parameters: {} }));
    expect(made).toBe(10);
    expect(told).toEqual([expect.stringMatching(/^\[400,.*at most 1000 views/)]);
  });

  it('20 scheduled jobs at once of an account that has 990: 10 are made', async () => {
    const endpoint = await service.publish('a\n1\n', '--owner', email);
    const schedule = {
      endpointId: endpoint,
      name: 'Numbers',
      timing: { cadence: 'daily', at: '07:30', zone: 'Europe/Berlin', weekday: null, day: null },
      parameters: {},
      webhook: null,
    };
    expect((await ann.call('POST', '/api/schedules', schedule)).status).toBe(200);
    const { db } = service.database;
    const first = await db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 989 }, (_, turn) => ({ ...first, id: `job-${turn}` }));
    for (const part of [more.slice(0, 500), more.slice(500)]) {
      await db.insertInto('jobs').values(part).execute();
    }
    const { made, told } = await atOnce(20, () => ann.call('POST', '/api/schedules', schedule));
    expect(made).toBe(10);
    expect(told).toEqual([expect.stringMatching(/^\[400,.*has 1000 scheduled jobs/)]);
  });

  it('signing in ends the session that was not seen for longest, so that there are at most 50', async () => {
    const { db } = service.database;
    const {
      id: _,
      token: _token,
      ...own
    } = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const older = Array.from({ length: 60 }, (_, turn) => ({
      ...own,
      id: `older-${turn}`,
      token: `token-${turn}`,
      updated_at: new Date(Date.now() - (turn + 1) * 60_000).toISOString(),
    }));
    await db.insertInto('sessions').values(older).execute();
    const signIn = async (turn: number): Promise<Session> => {
      const headers = { 'x-forwarded-for': `192.0.2.${turn}` };
      const body = { email, password: 'correct horse battery' };
      const answer = await sessionless(service).call('POST', '/api/auth/sign-in/email', body, headers);
      expect(answer.status).toBe(200);
      return withCookie(
        service,
        answer.headers
          .getSetCookie()
          .map((each) => each.split(';')[0])
          .join('; '),
      );
    };
    const sessions = await Promise.all(Array.from({ length: 6 }, (_, turn) => signIn(turn + 1)));
    for (const session of [ann, ...sessions]) {
      expect((await session.call('GET', '/api/account')).status).toBe(200);
    }
    const left = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', await accountId())
      .execute();
    expect(left).toHaveLength(50);
    const ids = left.map(({ id }) => id).filter((id) => id.startsWith('older-'));
    expect(ids.sort()).toEqual(
      older
        .slice(0, 43)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('an account has five files that are not published, three of them arriving, in all processes together', async () => {
    const port = String(await freePort());
    await using second = await serveProgram({ ...service.environment, PORT: port });
    const send = async (url: string): Promise<string> => {
      const answer = await fetch(`${url}/api/uploads?name=a.csv`, {
        method: 'POST',
        headers: { origin: url, cookie: ann.cookie, 'content-type': 'application/octet-stream' },
        body: 'a\n1\n',
      });
      return answer.text();
    };
    for (let turn = 0; turn < 5; turn++) expect(await send(service.url)).toMatch(/"upload"/);
    expect(await send(second.url)).toMatch(/"upload"/);
    const begin = (url: string) =>
      request(`${url}/api/uploads?name=b.csv`, {
        method: 'POST',
        headers: { origin: url, cookie: ann.cookie, 'content-length': '1000000' },
      }).on('error', () => {});
    const kept = async () => {
      const rows = await service.database.db
        .selectFrom('uploads')
        .select('file_name')
        .where('retired_at', '>', 0)
        .execute();
      const whole = rows.filter(({ file_name }) => file_name !== '');
      return { whole: whole.length, arriving: rows.length - whole.length };
    };
    expect(await kept()).toEqual({ whole: 5, arriving: 0 });
    const sending = [service.url, service.url, second.url].map(begin);
    for (const each of sending) each.write('a,b\n1,2\n');
    await expect.poll(kept).toEqual({ whole: 2, arriving: 3 });
    for (const url of [service.url, second.url]) expect(await send(url)).toMatch(/arriving already/);
    for (const each of sending) each.destroy();
    await expect.poll(kept).toEqual({ whole: 2, arriving: 0 });
  });

  it('of 20 invitations at once for one address one works', async () => {
    const address = 'bob@example.com';
    const { made } = await atOnce(20, () =>
      ann.call('POST', '/api/administrator/invitations', { email: address }),
    );
    expect(made).toBe(20);
    const listed = await ann.call('GET', '/api/administrator/invitations');
    expect(await listed.json()).toMatchObject({ total: 1, invitations: [{ email: address }] });
  });
});
