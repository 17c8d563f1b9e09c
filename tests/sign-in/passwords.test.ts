/** Which passwords are refused, and what a new one ends: other links, other sessions (contract 5.7.4). */
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addInvitation } from '../../src/accounts/sign-in/invitation-store.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { secretIn } from '../support/mailed-link.ts';
import { type EngineName, engines, startTestService, type TestService } from '../support/service.ts';
import { cookieOf, sessionless, signedIn, signedInAgain, withCookie } from '../support/session.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function ground(engine: EngineName, environment = {}): Promise<[TestService, MailServer]> {
  const server = await startMailServer();
  opened.push(server);
  const service = await startTestService({ engine, environment: { SMTP_URL: server.url, ...environment } });
  opened.push(service);
  return [service, server];
}

const email = 'annabel@example.com';
const old = 'correct horse battery';
const post = (service: TestService, path: string, body: object): Promise<Response> =>
  sessionless(service).call('POST', `/api/auth${path}`, body);
const reset = (service: TestService, token: string, newPassword: string): Promise<Response> =>
  post(service, '/reset-password', { token, newPassword });

describe.each(engines)('passwords on %s', (engine) => {
  it('a reset link that was used or replaced takes all others with it', async () => {
    const [service, server] = await ground(engine);
    const admin = await signedIn(service, 'root@example.com', '--admin');
    await service.command('account', 'create', email, '--password', old);
    const links: string[] = [];
    for (const count of [1, 2]) {
      await post(service, '/request-password-reset', { email });
      links.push(await secretIn(server, 'Choose a new password', count));
    }
    expect((await reset(service, links[0] ?? '', 'a lamp of mine')).status).toBe(400);
    const { id } = await service.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const handed = await admin.call('POST', `/api/administrator/accounts/${id}/reset-link`);
    const [, byHand = ''] =
      /#([^&]+)/.exec(z.object({ url: z.string() }).parse(await handed.json()).url) ?? [];
    expect((await reset(service, links[1] ?? '', 'a lamp of mine')).status).toBe(400);
    expect((await reset(service, byHand, 'a lamp of mine')).status).toBe(200);
    await post(service, '/request-password-reset', { email });
    const last = await secretIn(server, 'Choose a new password', 3);
    const signedUp = await post(service, '/sign-in/email', { email, password: 'a lamp of mine' });
    const changed = await withCookie(service, cookieOf(signedUp)).call('POST', '/api/auth/change-password', {
      currentPassword: 'a lamp of mine',
      newPassword: 'another lamp of mine',
    });
    expect(changed.status).toBe(200);
    expect((await reset(service, last, 'a third lamp')).status).toBe(400);
  });

  it('another password ends the other sessions, also where the page does not say so', async () => {
    const [service] = await ground(engine);
    const here = await signedIn(service, email);
    const elsewhere = await signedInAgain(service, email);
    const changed = await here.call('POST', '/api/auth/change-password', {
      currentPassword: old,
      newPassword: 'another lamp of mine',
    });
    expect([changed.status, await changed.json()]).toEqual([200, { status: true }]);
    expect((await elsewhere.call('GET', '/api/account')).status).toBe(401);
    expect((await withCookie(service, cookieOf(changed)).call('GET', '/api/account')).status).toBe(200);
  });

  it('a common one is refused on every way to set one, and costs no link', async () => {
    const [service, server] = await ground(engine, { SIGN_UP: 'invite' });
    await expect(service.command('account', 'create', email, '--password', 'password')).rejects.toThrow(
      'The password is refused: Too many people use this password',
    );
    const ann = await signedIn(service, email);
    const invitation = await addInvitation(service.database.db, 'zoe@example.com', Date.now());
    await post(service, '/request-password-reset', { email });
    const token = await secretIn(server, 'Choose a new password');
    for (const weak of ['password', 'Password1!', '1q2w3e4r5t', 'tablecast!!', 'short']) {
      const ways = [
        post(service, '/sign-up/email', { email: 'zoe@example.com', password: weak, invitation }),
        reset(service, token, weak),
      ];
      for (const answer of await Promise.all(ways))
        expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PASSWORD_REFUSED' }]);
    }
    const own = await reset(service, token, 'annabel rides');
    expect([own.status, await own.json()]).toMatchObject([
      400,
      { message: 'Choose a password without your e-mail address or our name in it.' },
    ]);
    for (const weak of ['password', 'annabel rides']) {
      const answer = await ann.call('POST', '/api/auth/change-password', {
        currentPassword: old,
        newPassword: weak,
      });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PASSWORD_REFUSED' }]);
    }
    expect((await reset(service, token, 'a lamp of mine')).status).toBe(200);
    const good = { email: 'zoe@example.com', password: 'a lamp of hers', invitation };
    expect((await post(service, '/sign-up/email', good)).status).toBe(200);
  });

  it('a common one is refused as the first of the administrator', async () => {
    const logLines: string[] = [];
    const service = await startTestService({ engine, logLines });
    opened.push(service);
    const [, key] = /setup#([\w-]{32})/.exec(logLines.join('')) ?? [];
    const owner = withCookie(service, cookieOf(await post(service, '/setup', { key: key ?? '' })));
    const answer = await owner.call('POST', '/api/account/password', { email, password: 'password' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { data: expect.stringContaining('password: Too many people') },
    ]);
  });
});
