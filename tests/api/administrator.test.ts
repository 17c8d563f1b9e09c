/** What an administrator sees and does: accounts, invitations, links, mail, the service itself. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sumOfEntries } from '../support/ledger.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn, signedInAgain } from '../support/session.ts';

const withId = z.object({ id: z.string() });
const link = z.object({ url: z.string() });
const password = 'another good password';

describe.each(engines)('an administrator on %s', (engine) => {
  let service: TestService;
  let boss: Session;
  let ann: Session;
  let annId: string;
  let bossId: string;
  const logLines: string[] = [];

  beforeEach(async () => {
    logLines.length = 0;
    // Nobody listens on this port.
    const environment = { SIGN_UP: 'invite', SMTP_URL: 'smtp://127.0.0.1:1' };
    service = await startTestService({ engine, environment, logLines });
    boss = await signedIn(service, 'boss@example.com', '--admin');
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    bossId = withId.parse(await (await boss.call('GET', '/api/account')).json()).id;
    annId = withId.parse(await (await ann.call('GET', '/api/account')).json()).id;
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const at = (path: string): string => `/api/administrator/${path}`;
  const get = async (path: string) => (await boss.call('GET', at(path))).json();
  const change = async (id: string, body: unknown) => {
    const answer = await boss.call('PATCH', at(`accounts/${id}`), body);
    return { status: answer.status, body: await answer.json() };
  };

  it('finds accounts', async () => {
    await service.publish('a\n1\n', '--owner', 'ann@example.com');
    const list = await get('accounts?sort=email');
    expect(list).toMatchObject({
      total: 2,
      accounts: [
        { email: 'ann@example.com', plan: 'lite', state: 'active', credits: 20, endpoints: 1 },
        { email: 'boss@example.com', isAdministrator: true, lastVisitAt: expect.any(String) },
      ],
    });
    expect(await get('accounts?search=ANN')).toMatchObject({ total: 1 });
    expect(await get('accounts?search=_')).toMatchObject({ total: 0, accounts: [] });
    for (const sort of ['created', 'credits', 'last+visit'])
      expect(await get(`accounts?sort=${sort}`)).toMatchObject({ total: 2 });
    expect(await get(`accounts/${annId}`)).toMatchObject({
      interval: 'monthly',
      allocation: 20,
      isOwn: false,
    });
    expect((await boss.call('GET', at(`accounts/${'0'.repeat(22)}`))).status).toBe(404);
  });

  it('blocks and unblocks, sets plans and ends, and each is in the log', async () => {
    const endpoint = await service.publish('a\n1\n', '--owner', 'ann@example.com');
    expect((await change(annId, { isBlocked: true })).body).toMatchObject({ state: 'account blocked' });
    const refused = await service.get(endpoint);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ error: 'USER_BLOCKED' }),
    ]);
    await change(annId, { isBlocked: false });
    expect((await service.get(endpoint)).status).toBe(200);
    expect((await change(annId, { plan: 'custom', credits: 7 })).body).toMatchObject({
      credits: 7,
      allocation: 7,
    });
    expect((await change(annId, { plan: 'pro', interval: 'annual' })).body).toMatchObject({
      plan: 'pro',
      interval: 'annual',
      credits: 500,
    });
    const ended = await change(annId, { subscriptionEnds: '2020-01-01T00:00:00.000Z' });
    expect(ended.body).toMatchObject({ state: 'subscription expired' });
    expect((await change(annId, { subscriptionEnds: null })).body).toMatchObject({ state: 'active' });
    const told = logLines.filter((line) => line.includes('an administrator changed an account'));
    expect(told).toHaveLength(6);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      administrator: bossId,
      account: annId,
      change: { blocked: true },
    });
  });

  it('grants credits with a reason', async () => {
    const grant = (body: unknown) => boss.call('POST', at(`accounts/${annId}/credits`), body);
    expect((await grant({ amount: 5, reason: ' ' })).status).toBe(400);
    expect((await grant({ amount: -5, reason: 'x' })).status).toBe(400);
    expect(await (await grant({ amount: 5, reason: 'An outage' })).json()).toMatchObject({ credits: 25 });
    expect(await sumOfEntries(service.database.db, annId)).toBe(25);
    expect(logLines.some((line) => line.includes('An outage'))).toBe(true);
    await change(annId, { plan: 'custom' });
    expect((await grant({ amount: 5, reason: 'More' })).status).toBe(409);
  });

  it('stays one: nobody blocks or deletes themselves, and somebody is always administrator', async () => {
    expect((await change(bossId, { isBlocked: true })).status).toBe(409);
    expect((await boss.call('DELETE', at(`accounts/${bossId}`))).status).toBe(409);
    expect((await boss.call('DELETE', '/api/account', { email: 'boss@example.com' })).status).toBe(409);
    expect((await change(annId, { isAdministrator: true })).body).toMatchObject({ isAdministrator: true });
    const own = await change(bossId, { isAdministrator: false });
    expect(own.body).toMatchObject({ data: expect.stringMatching(/another administrator can/) });
    // One who is blocked is none.
    await service.command('account', 'set', 'ann@example.com', '--blocked', 'true');
    expect((await boss.call('DELETE', '/api/account', { email: 'boss@example.com' })).status).toBe(409);
    await service.command('account', 'set', 'ann@example.com', '--blocked', 'false');
    ann = await signedInAgain(service, 'ann@example.com');
    const demoted = await ann.call('PATCH', at(`accounts/${bossId}`), { isAdministrator: false });
    expect(demoted.status).toBe(200);
    expect((await boss.call('GET', at('accounts'))).status).toBe(403);
    expect((await ann.call('DELETE', at(`accounts/${bossId}`))).status).toBe(200);
    expect((await boss.call('GET', '/api/account')).status).toBe(401);
  });

  it('hands on a link for a new password, which works once', async () => {
    const made = await boss.call('POST', at(`accounts/${annId}/reset-link`));
    const token = link.parse(await made.json()).url.split('reset-password#')[1];
    const reset = () =>
      sessionless(service).call('POST', '/api/auth/reset-password', { newPassword: password, token });
    expect((await reset()).status).toBe(200);
    const signIn = { email: 'ann@example.com', password };
    expect((await sessionless(service).call('POST', '/api/auth/sign-in/email', signIn)).status).toBe(200);
    expect((await ann.call('GET', '/api/account')).status).toBe(401);
    expect((await reset()).status).toBe(400);
    expect(logLines.join('')).not.toContain(token);
  });

  it('invites an address, and takes it back', async () => {
    const invite = (email: string) => boss.call('POST', at('invitations'), { email });
    const fragment = async (email: string): Promise<URLSearchParams> => {
      const { url } = link.parse(await (await invite(email)).json());
      return new URLSearchParams(url.split('sign-up#')[1]);
    };
    const signUp = (email: string, invitation: string | null) =>
      sessionless(service).call('POST', '/api/auth/sign-up/email', {
        email,
        invitation,
        password,
        name: email,
      });
    expect((await invite('no address')).status).toBe(409);
    expect((await invite('ann@example.com')).status).toBe(409);
    const old = await fragment('new@example.com');
    const sent = await fragment('new@example.com');
    expect(sent.get('email')).toBe('new@example.com');
    expect(await get('invitations')).toMatchObject({ total: 1, invitations: [{ email: 'new@example.com' }] });
    expect((await signUp('new@example.com', old.get('invitation'))).status).toBe(403);
    expect((await signUp('other@example.com', sent.get('invitation'))).status).toBe(403);
    expect((await signUp('new@example.com', sent.get('invitation'))).status).toBe(200);
    expect(await get('invitations')).toMatchObject({ total: 0 });
    const another = await fragment('late@example.com');
    const { invitations } = z.object({ invitations: z.array(withId) }).parse(await get('invitations'));
    expect((await boss.call('DELETE', at(`invitations/${invitations[0]?.id}`))).status).toBe(200);
    expect((await boss.call('DELETE', at(`invitations/${invitations[0]?.id}`))).status).toBe(404);
    expect((await signUp('late@example.com', another.get('invitation'))).status).toBe(403);
  });

  it('sees what became of mails, but not the links in them', async () => {
    await sessionless(service).call('POST', '/api/auth/request-password-reset', { email: 'ann@example.com' });
    await boss.call('POST', at('invitations'), { email: 'new@example.com' });
    await service.command('plan', 'change', 'ann@example.com', '--plan', 'pro');
    const { mails } = z
      .object({ mails: z.array(withId.extend({ subject: z.string() })) })
      .parse(await get('mails'));
    const texts = Object.fromEntries(
      await Promise.all(
        mails.map(async ({ id, subject }) => {
          const { text } = z.object({ text: z.string().nullable() }).parse(await get(`mails/${id}`));
          return [subject, text] as const;
        }),
      ),
    );
    expect(texts).toEqual({
      'Choose a new password': null,
      'boss@example.com invites you to Tablecast': null,
      'Your plan: Pro': expect.stringContaining('Your plan is Pro'),
    });
    expect(JSON.stringify(await get('mails'))).not.toMatch(/#|body|html/);
    expect(await get('mails?search=ANN')).toMatchObject({ total: 2 });
    expect(await get('mails?state=sent')).toMatchObject({ total: 0 });
    expect(await get('mails?state=waiting')).toMatchObject({ total: 3, hasServer: true });
    const { db } = service.database;
    const [first = { id: '' }, second = { id: '' }] = mails;
    await db
      .updateTable('outbox')
      .set({ due_at: null, last_error: 'Refused' })
      .where('id', '=', first.id)
      .execute();
    expect(await get('mails?state=given+up')).toMatchObject({ total: 1, mails: [{ lastError: 'Refused' }] });
    const retry = (id: string) => boss.call('POST', at(`mails/${id}/retry`));
    expect(await (await retry(first.id)).json()).toMatchObject({ state: 'waiting' });
    await db.updateTable('outbox').set({ sent_at: 1, due_at: null }).where('id', '=', second.id).execute();
    expect((await retry(second.id)).status).toBe(409);
    expect((await retry('0'.repeat(22))).status).toBe(404);
  });

  it('has the service check itself, in time', async () => {
    const begun = performance.now();
    const { checks } = z
      .object({ checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string() })) })
      .parse(await get('system'));
    expect(performance.now() - begun).toBeLessThan(atThisPace(6_000));
    const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
    expect(states).toEqual({
      Version: 'ok',
      URL: 'warning',
      Database: 'ok',
      Clock: 'ok',
      Processes: 'ok',
      Uploads: expect.stringMatching(/ok|warning/),
      Queues: 'ok',
      Backup: 'warning',
      Orphans: expect.stringMatching(/ok|warning/),
      'Secret key': 'ok',
      Mail: 'wrong',
      'Sign-up': 'ok',
      Platforms: 'warning',
      Payment: 'ok',
    });
    await service.command('backup', join(service.folder, 'backup'));
    const again = z
      .object({ checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string() })) })
      .parse(await get('system'));
    expect(again.checks.find(({ name }) => name === 'Backup')).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^The last one was made on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\.$/),
    });
    expect(checks.find(({ name }) => name === 'Database')?.found).toMatch(
      engine === 'sqlite' ? /^SQLite 3\./ : /^PostgreSQL \d/,
    );
  });
});

it('cannot invite where nobody can sign up', async () => {
  await using service = await startTestService();
  const boss = await signedIn(service, 'boss@example.com', '--admin');
  const answer = await boss.call('POST', '/api/administrator/invitations', { email: 'new@example.com' });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    expect.objectContaining({ data: expect.stringContaining('SIGN_UP=invite') }),
  ]);
});
