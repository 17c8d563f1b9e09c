/** What sign-in answers: no secret of a session, the same for every address, and cookies of this host alone. */
import { afterEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { cookieOf, sessionless, signedIn, withCookie } from '../support/session.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function serve(environment = {}, engine: (typeof engines)[number] = 'sqlite'): Promise<TestService> {
  const service = await startTestService({ engine, environment });
  opened.push(service);
  return service;
}

const post = (service: TestService, path: string, body: object, headers = {}): Promise<Response> =>
  sessionless(service).call('POST', `/api/auth${path}`, body, headers);

const password = 'lamp under the stairs';

it('no answer has the secret of a session', async () => {
  const service = await serve({ SIGN_UP: 'open' });
  const ann = { email: 'ann@example.com', password };
  const signedUp = await post(service, '/sign-up/email', ann);
  const entered = await post(service, '/sign-in/email', ann);
  const session = withCookie(service, cookieOf(entered));
  const looked = await session.call('GET', '/api/auth/get-session');
  const seen = await looked.clone().json();
  expect(seen).toEqual({
    user: { id: expect.any(String), email: ann.email },
    session: { id: expect.any(String), expiresAt: expect.any(String) },
  });
  const change = { currentPassword: password, newPassword: 'lamp over the stairs' };
  const changed = await session.call('POST', '/api/auth/change-password', change);
  const after = withCookie(service, cookieOf(changed));
  const listed = await after.call('GET', '/api/account/sessions');
  const texts = await Promise.all([signedUp, entered, looked, changed, listed].map((each) => each.text()));
  const cookies = decodeURIComponent(`${cookieOf(entered)} ${cookieOf(changed)}`);
  const secrets = [...cookies.matchAll(/session_token=([^.;]+)/g)].map(([, secret = '']) => secret);
  expect(secrets).toHaveLength(2);
  for (const text of texts) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/"token"/);
  }
});

describe.each(engines)('an address that has an account, on %s', (engine) => {
  it('is answered like any other, in words and in time', async () => {
    const server = await startMailServer();
    opened.push(server);
    const service = await serve({ SIGN_UP: 'open', SMTP_URL: server.url }, engine);
    await signedIn(service, 'ann@example.com');
    const asked = [
      ['/sign-up/email', { password, name: 'Somebody' }],
      ['/request-password-reset', {}],
      ['/send-verification-email', {}],
    ] as const;
    for (const [path, body] of asked) {
      const answers: string[] = [];
      for (const email of ['ann@example.com', 'new@example.com']) {
        const begun = performance.now();
        const answer = await post(service, path, { ...body, email });
        // Both wait for longer than either takes.
        expect(performance.now() - begun, path).toBeGreaterThanOrEqual(690);
        const kinds = answer.headers.getSetCookie().map((each) => each.replace(/=[^;]+/, ''));
        answers.push(JSON.stringify([answer.status, await answer.text(), kinds]));
      }
      expect(answers[0], path).toBe(answers[1]);
    }
  });
});

it('on https every cookie is of this host alone; on http it has a plain name', async () => {
  const service = await serve({ BASE_URL: 'https://tables.example', SIGN_UP: 'open' });
  const headers = { origin: 'https://tables.example' };
  const ann = { email: 'ann@example.com', password };
  const up = await post(service, '/sign-up/email', ann, headers);
  const entered = await post(service, '/sign-in/email', ann, headers);
  const cookies = [...up.headers.getSetCookie(), ...entered.headers.getSetCookie()];
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-tablecast\.(?:sign_up|session_token)=/);
    for (const attribute of [/; Secure/, /; HttpOnly/, /; Path=\/(?:;|$)/, /; SameSite=Lax/])
      expect(cookie).toMatch(attribute);
    expect(cookie).not.toMatch(/; Domain/i);
  }
  const account = await fetch(`${service.url}/api/account`, { headers: { cookie: cookieOf(entered) } });
  expect(account.status).toBe(200);
  const left = await sessionless(service).call(
    'POST',
    '/api/auth/sign-out',
    {},
    { ...headers, cookie: cookieOf(entered) },
  );
  expect(left.headers.getSetCookie().join()).toMatch(/__Host-tablecast\.session_token=;.*Max-Age=0/);
  const plain = await serve();
  await signedIn(plain, 'ann@example.com');
  const again = await post(plain, '/sign-in/email', {
    email: 'ann@example.com',
    password: 'correct horse battery',
  });
  expect(again.headers.getSetCookie().join()).toMatch(/^tablecast\.session_token=(?!.*; Secure)/);
});
