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

  it('every link that a replica has printed works at every replica, until one is used', async () => {
    const lines: string[] = [];
    const second = await startTestService({ from: service, logLines: lines });
    try {
      const own = printedKey();
      const [, other = ''] = /setup#([\w-]{32})/.exec(lines.join('')) ?? [];
      const at = (replica: TestService, key: string): Promise<Response> =>
        fetch(`${replica.url}/api/auth/setup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: service.url },
          body: JSON.stringify({ key }),
        });
      const answers = await Promise.all([
        at(service, other),
        at(second, own),
        at(service, own),
        at(second, other),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
      expect(await service.database.db.selectFrom('setup_links').selectAll().execute()).toEqual([]);
    } finally {
      await second[Symbol.asyncDispose]();
    }
  });

  it('a link ends with the service that printed it; only its digest is kept; a wrong one makes nothing', async () => {
    const lines: string[] = [];
    const second = await startTestService({ from: service, logLines: lines });
    const [, other = ''] = /setup#([\w-]{32})/.exec(lines.join('')) ?? [];
    const kept = JSON.stringify(await service.database.db.selectFrom('setup_links').selectAll().execute());
    expect(kept).not.toContain(other);
    await second[Symbol.asyncDispose]();
    expect((await post('/setup', { key: other })).status).toBe(403);
    expect((await post('/setup', { key: 'x'.repeat(32) })).status).toBe(403);
    expect(await service.command('account', 'list')).toEqual({ accounts: [] });
    expect((await post('/setup', { key: printedKey() })).status).toBe(200);
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
    const tried = Array.from({ length: 7 }, (_, attempt) =>
      post('/sign-in/email', { email: 'ann@example.com', password: `wrong horse ${attempt}` }),
    );
    const statuses = (await Promise.all(tried)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429]);
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
