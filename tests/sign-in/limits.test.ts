/**
 * What is over its limit is refused from memory, before the database and the hash, in the shape of our errors; and
 * what is of another shape is refused before anybody looks at it (contract 5.7.5).
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type ServiceOptions, startTestService, type TestService } from '../support/service.ts';
import { sessionless } from '../support/session.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function serve(options: ServiceOptions = {}): Promise<TestService> {
  const service = await startTestService(options);
  opened.push(service);
  return service;
}

const trusting = { environment: { TRUSTED_PROXIES: '127.0.0.1', SIGN_UP: 'open' } };

const post = (service: TestService, path: string, body: object, from = '203.0.113.1'): Promise<Response> =>
  sessionless(service).call('POST', `/api/auth${path}`, body, { 'x-forwarded-for': from });

describe('limits', () => {
  it('a refusal says when to come again, and then one may', async () => {
    const service = await serve();
    const wrong = { email: 'ann@example.com', password: 'wrong horse' };
    const first = await Promise.all(Array.from({ length: 5 }, () => post(service, '/sign-in/email', wrong)));
    expect(first.map(({ status }) => status)).toEqual(Array(5).fill(401));
    const refused = await post(service, '/sign-in/email', wrong);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error: 'Too many attempts. Try again in a moment.', help: expect.stringContaining('/errors/') },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    service.clock.ahead += 61_000;
    // What replicas count together has the clock of the machine.
    await service.database.db
      .updateTable('attempts')
      .set({ last_request: Date.now() - 61_000 })
      .execute();
    expect((await post(service, '/sign-in/email', wrong)).status).toBe(401);
  });

  it('over replicas the limit of a client is one', async () => {
    const first = await serve({ engine: 'postgres' });
    const second = await startTestService({ from: first });
    opened.push(second);
    const wrong = { email: 'a@example.com', password: 'wrong horse' };
    const asked = [first, second, first, second, first, second, first, second].map((replica) =>
      post(replica, '/sign-in/email', wrong),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(401), 429, 429, 429]);
    for (const refused of answers.filter(({ status }) => status === 429)) {
      expect(await refused.json()).toMatchObject({ error: expect.stringContaining('Too many attempts') });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('one account is not tried from everywhere; others sign in meanwhile', async () => {
    const service = await serve(trusting);
    await service.command('account', 'create', 'bob@example.com', '--password', 'correct horse');
    const tried = Array.from({ length: 12 }, (_, client) => {
      const wrong = { email: client % 2 ? 'ann@example.com' : 'Ann@Example.com', password: 'wrong horse' };
      return post(service, '/sign-in/email', wrong, `198.51.100.${client}`);
    });
    const statuses = (await Promise.all(tried)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
    const right = { email: 'bob@example.com', password: 'correct horse' };
    expect((await post(service, '/sign-in/email', right)).status).toBe(200);
  });

  it('mails to one address are few, from however many clients', async () => {
    const service = await serve({ environment: { ...trusting.environment, SMTP_URL: 'smtp://127.0.0.1:9' } });
    await service.command('account', 'create', 'ann@example.com', '--password', 'correct horse');
    const asked = Array.from({ length: 12 }, (_, client) =>
      post(service, '/request-password-reset', { email: 'ann@example.com' }, `198.51.100.${client}`),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 429, 429]);
  });
});

describe('what is of another shape', () => {
  const person = { email: 'zoe@example.com', password: 'a lamp of hers' };
  const wrong: readonly [string, object][] = [
    ['/sign-up/email', { ...person, image: 'x' }],
    ['/sign-up/email', { ...person, callbackURL: '/app/' }],
    ['/sign-up/email', { ...person, name: 'x'.repeat(300) }],
    ['/sign-up/email', { ...person, name: 'a\u0000b' }],
    ['/sign-up/email', { ...person, email: `${'x'.repeat(300)}@example.com` }],
    ['/sign-up/email', { ...person, email: 'zoe\u0000@example.com' }],
    ['/sign-up/email', { ...person, password: 'a lamp\nof hers' }],
    ['/sign-up/email', { ...person, email: { $ne: '' } }],
    ['/sign-in/email', { ...person, callbackURL: 'https://evil.example/' }],
    ['/sign-in/email', { ...person, rememberMe: false }],
    [
      '/sign-in/social',
      { provider: 'github', callbackURL: '/app/', errorCallbackURL: '/app/', disableRedirect: true },
    ],
    ...[
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/docs/',
      '/app/../docs',
      `/app/${'x'.repeat(3_000)}`,
    ].map((callbackURL): [string, object] => [
      '/sign-in/social',
      { provider: 'google', callbackURL, errorCallbackURL: '/app/sign-in', disableRedirect: true },
    ]),
    ['/request-password-reset', { email: person.email, redirectTo: 'https://evil.example/' }],
    ['/reset-password', { token: 'x'.repeat(3_000), newPassword: person.password }],
    ['/sign-out', { callbackURL: 'https://evil.example/' }],
    ['/setup', { key: 'x'.repeat(300) }],
  ];

  it('is refused, and not written to the log', async () => {
    const logLines: string[] = [];
    const service = await serve({ ...trusting, logLines });
    for (const [index, [path, body]] of wrong.entries()) {
      const answer = await post(service, path, body, `198.51.100.${index}`);
      const said = await answer.json();
      expect([answer.status, said], `${path} ${JSON.stringify(body).slice(0, 100)}`).toMatchObject([
        400,
        { error: 'Check the highlighted field.' },
      ]);
    }
    const large = await post(
      service,
      '/sign-up/email',
      { ...person, image: 'x'.repeat(60_000) },
      '192.0.2.1',
    );
    expect(large.status).toBe(413);
    expect(logLines.join('')).not.toMatch(/evil|x{50}/);
    expect(await service.database.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });
});
