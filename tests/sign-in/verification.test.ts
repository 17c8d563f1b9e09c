/** A link out of a verification mail signs nobody in who did not sign up, and changes nobody's session. */
import { afterEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { secretIn } from '../support/mailed-link.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { cookieOf, sessionless, signedIn, withCookie } from '../support/session.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

const eve = { email: 'eve@example.com', password: 'lamp under the stairs' };

describe.each(engines)('verification on %s', (engine) => {
  async function ground(): Promise<[TestService, MailServer]> {
    const server = await startMailServer();
    opened.push(server);
    const service = await startTestService({
      engine,
      environment: { SIGN_UP: 'open', SMTP_URL: server.url },
    });
    opened.push(service);
    return [service, server];
  }

  /** Answers the token of the mail and the cookie of the browser. */
  async function signUp(service: TestService, server: MailServer): Promise<[string, string]> {
    const answer = await sessionless(service).call('POST', '/api/auth/sign-up/email', eve);
    expect(answer.status).toBe(200);
    return [await secretIn(server, 'Confirm your e-mail address'), cookieOf(answer)];
  }

  const confirm = (service: TestService, cookie: string, body: object): Promise<Response> =>
    withCookie(service, cookie).call('POST', '/api/auth/confirm-address', body);

  it('a link that somebody else opens does nothing, by GET or POST', async () => {
    const [service, server] = await ground();
    const [token] = await signUp(service, server);
    const ann = await signedIn(service, 'ann@example.com');
    for (const session of [ann, sessionless(service)]) {
      for (const path of [`verify-email?token=${token}`, `confirm-address?token=${token}`])
        expect((await session.call('GET', `/api/auth/${path}`)).headers.getSetCookie()).toEqual([]);
      for (const path of ['verify-email', 'confirm-address']) {
        const answer = await session.call('POST', `/api/auth/${path}`, { token });
        expect(answer.status).toBeOneOf([403, 404]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
    expect((await sessionless(service).call('POST', '/api/auth/sign-in/email', eve)).status).toBe(403);
  });

  it('the browser that signed up is signed in, once', async () => {
    const [service, server] = await ground();
    const [token, cookie] = await signUp(service, server);
    expect((await confirm(service, cookie, { token: `${token}x` })).status).toBe(401);
    const answer = await confirm(service, cookie, { token });
    expect([answer.status, await answer.json()]).toEqual([200, { signedIn: true }]);
    const account = await withCookie(service, cookieOf(answer)).call('GET', '/api/account');
    expect(await account.json()).toMatchObject({ email: eve.email });
    expect((await confirm(service, cookie, { token })).status).toBe(401);
  });

  it('any other browser needs the password', async () => {
    const [service, server] = await ground();
    const [token] = await signUp(service, server);
    const missing = await confirm(service, 'a=b', { token });
    expect([missing.status, await missing.json()]).toMatchObject([403, { code: 'PASSWORD_REQUIRED' }]);
    const wrong = await confirm(service, 'a=b', { token, password: 'lamp over the stairs' });
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { code: 'WRONG_PASSWORD' }]);
    const right = await confirm(service, 'a=b', { token, password: eve.password });
    expect([right.status, await right.json()]).toEqual([200, { signedIn: true }]);
  });

  it('who is signed in to another account stays so', async () => {
    const [service, server] = await ground();
    const [token, cookie] = await signUp(service, server);
    const ann = await signedIn(service, 'ann@example.com');
    const answer = await confirm(service, `${cookie}; ${ann.cookie}`, { token });
    expect([answer.status, await answer.json()]).toEqual([200, { signedIn: false }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await (await ann.call('GET', '/api/account')).json()).toMatchObject({ email: 'ann@example.com' });
    expect((await sessionless(service).call('POST', '/api/auth/sign-in/email', eve)).status).toBe(200);
  });

  it('a sign-up with an address that has an account leaves a cookie that proves nothing', async () => {
    const [service, server] = await ground();
    const [token] = await signUp(service, server);
    const again = await sessionless(service).call('POST', '/api/auth/sign-up/email', eve);
    expect(cookieOf(again)).not.toBe('');
    expect((await confirm(service, cookieOf(again), { token })).status).toBe(403);
  });
});
