/** The own account in the dashboard's interface: first password, sessions, API keys, its end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { cookieOf, type Session, sessionless, signedIn, withCookie } from '../support/session.ts';

const sessionList = z.object({
  sessions: z.array(z.object({ id: z.string(), isCurrent: z.boolean(), userAgent: z.string() })),
});
const keyList = z.object({ apiKeys: z.array(z.object({ id: z.string(), hint: z.string() })) });

describe.each(engines)('the own account on %s', (engine) => {
  let service: TestService;
  const logLines: string[] = [];

  beforeEach(async () => {
    logLines.length = 0;
    service = await startTestService({ engine, logLines });
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const printedKeys = (lines: readonly string[]): string[] =>
    [...lines.join('').matchAll(/setup#([\w-]{32})/g)].map(([, key = '']) => key);

  async function byPrintedLink(key: string | undefined): Promise<Session> {
    const answer = await sessionless(service).call('POST', '/api/auth/setup', { key });
    expect(answer.status).toBe(200);
    return withCookie(service, cookieOf(answer));
  }

  const signIn = (email: string, password: string): Promise<Response> =>
    sessionless(service).call('POST', '/api/auth/sign-in/email', { email, password });

  it('made by the printed link gets an e-mail and password once, and stays the local one', async () => {
    const endpoint = await service.publish('a\n1\n');
    await service.command('account', 'create', 'bob@example.com');
    const owner = await byPrintedLink(printedKeys(logLines)[0]);
    const choose = (body: unknown) => owner.call('POST', '/api/account/password', body);
    expect(await (await owner.call('GET', '/api/account')).json()).toMatchObject({
      isLocal: true,
      hasPassword: false,
    });
    expect((await choose({ email: 'ann@example.com', password: 'short' })).status).toBe(400);
    const taken = await choose({ email: 'Bob@example.com', password: 'correct horse' });
    expect(await taken.json()).toMatchObject({ data: 'email: There is already an account bob@example.com.' });
    const wrong = await choose({ email: 'ann', password: 'correct horse' });
    expect(await wrong.json()).toMatchObject({ data: 'email: "ann" is not an e-mail address.' });
    const chosen = await choose({ email: 'Ann@example.com', password: 'correct horse' });
    expect(await chosen.json()).toMatchObject({
      email: 'ann@example.com',
      hasPassword: true,
      isLocal: false,
    });
    expect((await choose({ email: 'ann@example.com', password: 'another horse' })).status).toBe(400);
    expect((await signIn('ann@example.com', 'correct horse')).status).toBe(200);
    await service.publish('a\n1\n', '--name', 'Second');
    expect(await (await owner.call('GET', '/api/endpoints')).json()).toMatchObject({ total: 2 });
    expect(await service.command('endpoint', 'list')).toMatchObject({
      endpoints: expect.arrayContaining([expect.objectContaining({ id: endpoint })]),
    });
    expect(await service.command('account', 'show', 'ann@example.com')).toMatchObject({ admin: true });
  });

  it('comes back by the link of the next start until it has a password, and not after that', async () => {
    const first = printedKeys(logLines)[0];
    await byPrintedLink(first);
    const lines: string[] = [];
    await using second = await startTestService({ from: service, logLines: lines });
    const [key] = printedKeys(lines);
    expect(key).not.toBe(first);
    const answer = await sessionless(second).call('POST', '/api/auth/setup', { key });
    const owner = withCookie(second, cookieOf(answer));
    const password = { email: 'ann@example.com', password: 'correct horse' };
    expect((await owner.call('POST', '/api/account/password', password)).status).toBe(200);
    const after: string[] = [];
    await using _third = await startTestService({ from: service, logLines: after });
    expect(printedKeys(after)).toEqual([]);
  });

  it('lists its sessions and ends them', async () => {
    const ann = await signedIn(service, 'ann@example.com');
    const others = await Promise.all(
      ['Phone', 'Tablet'].map(async (userAgent) => {
        const answer = await sessionless(service).call(
          'POST',
          '/api/auth/sign-in/email',
          { email: 'ann@example.com', password: 'correct horse battery' },
          { 'user-agent': userAgent },
        );
        return withCookie(service, cookieOf(answer));
      }),
    );
    const list = async () =>
      sessionList.parse(await (await ann.call('GET', '/api/account/sessions')).json()).sessions;
    const sessions = await list();
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const phone = sessions.find(({ userAgent }) => userAgent === 'Phone');
    expect((await ann.call('DELETE', `/api/account/sessions/${phone?.id}`)).status).toBe(200);
    expect((await ann.call('DELETE', `/api/account/sessions/${phone?.id}`)).status).toBe(404);
    const statuses = async () =>
      Promise.all([ann, ...others].map(async (each) => (await each.call('GET', '/api/account')).status));
    expect(await statuses()).toEqual([200, 401, 200]);
    expect(await (await ann.call('DELETE', '/api/account/sessions')).json()).toEqual({ ended: 1 });
    expect(await statuses()).toEqual([200, 401, 401]);
    expect(await list()).toHaveLength(1);
  });

  it('makes API keys, shows them once and deletes them', async () => {
    const ann = await signedIn(service, 'ann@example.com');
    const made = z
      .object({ key: z.string() })
      .parse(await (await ann.call('POST', '/api/account/api-keys')).json());
    const use = () =>
      fetch(`${service.url}/urls/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await use()).status).toBe(400);
    const listed = await (await ann.call('GET', '/api/account/api-keys')).text();
    expect(listed).not.toContain(made.key);
    const [key] = keyList.parse(JSON.parse(listed)).apiKeys;
    expect(made.key.startsWith(key?.hint ?? '-')).toBe(true);
    expect((await ann.call('DELETE', `/api/account/api-keys/${key?.id}`)).status).toBe(200);
    expect((await ann.call('DELETE', `/api/account/api-keys/${key?.id}`)).status).toBe(404);
    expect((await use()).status).toBe(401);
  });

  it('of the only administrator does not end', async () => {
    const ann = await signedIn(service, 'ann@example.com', '--admin');
    const end = () => ann.call('DELETE', '/api/account', { email: 'ann@example.com' });
    expect(await (await end()).json()).toMatchObject({ data: expect.stringContaining('only administrator') });
    await service.command('account', 'create', 'bob@example.com', '--admin');
    expect((await end()).status).toBe(200);
  });

  it('ends when its address confirms it; its endpoints say so', async () => {
    const ann = await signedIn(service, 'ann@example.com');
    const id = await service.publish('a\n1\n', '--owner', 'ann@example.com');
    const wrong = await ann.call('DELETE', '/api/account', { email: 'eve@example.com' });
    expect(wrong.status).toBe(400);
    expect((await service.get(id)).status).toBe(200);
    expect((await ann.call('DELETE', '/api/account', { email: 'Ann@example.com' })).status).toBe(200);
    expect((await ann.call('GET', '/api/account')).status).toBe(401);
    expect(await (await service.get(id)).json()).toMatchObject({ error: 'User ID not found' });
  });
});
