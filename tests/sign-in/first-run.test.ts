/** The first administrator comes by the link that the start prints, once; then people sign in with a password. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, startTestService, type TestService } from '../support/service.ts';

describe.each(engines)('sign-in on %s', (engine) => {
  let service: TestService;
  const logLines: string[] = [];

  beforeEach(async () => {
    logLines.length = 0;
    service = await startTestService({ engine, logLines });
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const printedKey = (): string => /setup#([\w-]{32})/.exec(logLines.join(''))?.[1] ?? '';

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url, ...headers },
      body: JSON.stringify(body),
    });

  const sessionOf = async (answer: Response): Promise<unknown> => {
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    return (await fetch(`${service.url}/api/auth/get-session`, { headers: { cookie } })).json();
  };

  it('the printed link makes the local account the administrator, once', async () => {
    expect((await post('/setup', { key: 'x'.repeat(32) })).status).toBe(403);
    const [first, second] = await Promise.all([
      post('/setup', { key: printedKey() }),
      post('/setup', { key: printedKey() }),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 403]);
    expect(await sessionOf(first.status === 200 ? first : second)).toMatchObject({
      user: { email: 'local@localhost' },
    });
    expect(await service.command('account', 'show', 'local@localhost')).toMatchObject({ admin: true });
    expect((await post('/setup', { key: printedKey() })).status).toBe(403);
  });

  it('an account made by the command line with a password can sign in', async () => {
    await service.command('account', 'create', 'ann@example.com', '--password', 'correct horse');
    const wrong = await post('/sign-in/email', { email: 'ann@example.com', password: 'wrong horse' });
    const nobody = await post('/sign-in/email', { email: 'nobody@example.com', password: 'wrong horse' });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await nobody.text());
    const right = await post('/sign-in/email', { email: 'Ann@example.com', password: 'correct horse' });
    expect(right.status).toBe(200);
    expect(await sessionOf(right)).toMatchObject({ user: { email: 'ann@example.com' } });
  });

  it('wrong passwords are slowed: after five a minute must pass', async () => {
    await service.command('account', 'create', 'ann@example.com', '--password', 'correct horse');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      const wrong = { email: 'ann@example.com', password: `wrong horse ${attempt}` };
      statuses.push((await post('/sign-in/email', wrong)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it.each(['/list-sessions', '/update-user', '/delete-user', '/change-email', '/error'])(
    'the route %s of the library is not there',
    async (path) => {
      expect((await fetch(`${service.url}/api/auth${path}`)).status).toBe(404);
      expect((await post(path, {})).status).toBe(404);
    },
  );

  it('another origin is refused', async () => {
    await service.command('account', 'create', 'ann@example.com', '--password', 'correct horse');
    const right = { email: 'ann@example.com', password: 'correct horse' };
    const answer = await post('/sign-in/email', right, { origin: 'https://evil.example', cookie: 'a=b' });
    expect(answer.status).toBe(403);
  });
});
