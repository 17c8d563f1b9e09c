/** Sign-up as `SIGN_UP` allows it, verification and new passwords by mail; no answer tells who has an account. */
import { afterEach, describe, expect, it } from 'vitest';
import { addInvitation } from '../../src/accounts/sign-in/invitation-store.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type EngineName, engines, startTestService, type TestService } from '../support/service.ts';
import { cookieOf, sessionless } from '../support/session.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function serviceWith(engine: EngineName, environment: Record<string, string>): Promise<TestService> {
  const service = await startTestService({ engine, environment });
  opened.push(service);
  return service;
}

async function mailing(): Promise<MailServer> {
  const server = await startMailServer();
  opened.push(server);
  return server;
}

const person = { email: 'Zoe@example.com', password: 'correct horse', name: 'Zoe' };
const signIn = (service: TestService): Promise<Response> =>
  post(service, '/sign-in/email', { email: person.email, password: person.password });
const post = (service: TestService, path: string, body: unknown): Promise<Response> =>
  sessionless(service).call('POST', `/api/auth${path}`, body);

async function linkIn(server: MailServer, subject: string): Promise<string> {
  await expect.poll(() => server.mails.map((mail) => mail.subject)).toContain(subject);
  const mail = server.mails.findLast((each) => each.subject === subject);
  return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe.each(engines)('sign-up on %s', (engine) => {
  it('is closed unless it is opened', async () => {
    const service = await serviceWith(engine, {});
    const answer = await post(service, '/sign-up/email', person);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('Ask the administrator') });
    expect(await service.command('account', 'list')).toEqual({ accounts: [] });
  });

  it('an open one makes an account on the trial, which the first visit initialises', async () => {
    const service = await serviceWith(engine, { SIGN_UP: 'open' });
    expect((await post(service, '/sign-up/email', person)).status).toBe(200);
    expect(await service.command('account', 'show', 'zoe@example.com')).toMatchObject({
      plan: 'trial',
      credits: 10,
      state: 'account not initialised',
    });
    const signedIn = await signIn(service);
    const cookie = cookieOf(signedIn);
    const account = await fetch(`${service.url}/api/account`, { headers: { cookie } });
    expect(await account.json()).toMatchObject({ email: 'zoe@example.com', plan: 'trial' });
    expect(await service.command('account', 'show', 'zoe@example.com')).toMatchObject({
      state: 'free trial active',
    });
  });

  it('one that was cut off before its account was made is made whole by the first visit', async () => {
    const service = await serviceWith(engine, { SIGN_UP: 'open' });
    await post(service, '/sign-up/email', person);
    const cookie = cookieOf(await signIn(service));
    for (const table of ['credit_entries', 'subscriptions', 'trials', 'accounts'] as const)
      await service.database.db.deleteFrom(table).execute();
    const account = await fetch(`${service.url}/api/account`, { headers: { cookie } });
    expect(await account.json()).toMatchObject({ email: 'zoe@example.com', plan: 'trial', credits: 10 });
  });

  it('an invitation is good once, for its address', async () => {
    const service = await serviceWith(engine, { SIGN_UP: 'invite' });
    const invitation = await addInvitation(service.database.db, 'zoe@example.com', Date.now());
    const other = { ...person, email: 'eve@example.com', invitation };
    expect((await post(service, '/sign-up/email', other)).status).toBe(403);
    expect((await post(service, '/sign-up/email', person)).status).toBe(403);
    const short = await post(service, '/sign-up/email', { ...person, password: 'short', invitation });
    expect(short.status).toBe(400);
    expect((await post(service, '/sign-up/email', { ...person, invitation })).status).toBe(200);
    const again = { ...person, email: 'zoe@example.com', invitation };
    expect((await post(service, '/sign-up/email', again)).status).toBe(403);
  });

  it('with an address that has an account answers alike, and tells its owner by mail', async () => {
    const server = await mailing();
    const service = await serviceWith(engine, { SIGN_UP: 'open', SMTP_URL: server.url });
    await service.command('account', 'create', 'ann@example.com', '--password', 'the old password');
    const answerTo = async (email: string): Promise<unknown> => {
      const answer = await post(service, '/sign-up/email', { ...person, email });
      return [answer.status, await answer.json()];
    };
    expect(await answerTo('ann@example.com')).toEqual(await answerTo('zoe@example.com'));
    await expect
      .poll(
        () => server.mails.map(({ subject, recipients }) => `${recipients.join()}: ${subject}`).toSorted(),
        {
          timeout: 60_000,
        },
      )
      .toEqual([
        'ann@example.com: You have an account already',
        'zoe@example.com: Confirm your e-mail address',
      ]);
    const old = { email: 'ann@example.com', password: 'the old password' };
    expect((await post(service, '/sign-in/email', old)).status).toBe(200);
  });

  it('a new password comes by mail, and ends all sessions; who has no account is answered alike', async () => {
    const server = await mailing();
    const service = await serviceWith(engine, { SMTP_URL: server.url });
    await service.command('account', 'create', 'ann@example.com', '--password', 'the old password');
    const old = { email: 'ann@example.com', password: 'the old password' };
    const signedIn = await post(service, '/sign-in/email', old);
    const cookie = cookieOf(signedIn);
    const known = await post(service, '/request-password-reset', { email: old.email });
    const kept = await service.database.db.selectFrom('verifications').select('identifier').execute();
    expect(kept.map(({ identifier }) => identifier)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    const unknown = await post(service, '/request-password-reset', { email: 'nobody@example.com' });
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    const [token] = (await linkIn(server, 'Choose a new password')).split('&');
    const reset = await post(service, '/reset-password', { token, newPassword: 'the new password' });
    expect(reset.status).toBe(200);
    expect((await fetch(`${service.url}/api/account`, { headers: { cookie } })).status).toBe(401);
    expect((await post(service, '/sign-in/email', old)).status).toBe(401);
    const renewed = { ...old, password: 'the new password' };
    expect((await post(service, '/sign-in/email', renewed)).status).toBe(200);
    expect(
      (await post(service, '/reset-password', { token, newPassword: 'another one of mine' })).status,
    ).toBe(400);
  });

  it('without mail a new password is not promised', async () => {
    const service = await serviceWith(engine, {});
    const answer = await post(service, '/request-password-reset', { email: 'ann@example.com' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('sends no mail') });
  });
});
