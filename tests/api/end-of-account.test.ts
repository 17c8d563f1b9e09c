/** The end of an account: at once, with a way back for seven days, then for good (contract 3.4, decision 054). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Platforms, startPlatforms } from '../support/platform-service.ts';
import { removeClosed } from '../support/remove-closed.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn, signedInAgain } from '../support/session.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const email = 'ann@example.com';
const browser = 'Unmistakable-Browser/7.1';
const made = z.object({ id: z.string() });

describe.each(engines)('an account that is deleted, on %s', (engine) => {
  let service: TestService;
  let mailServer: MailServer;
  let platforms: Platforms;
  let ann: Session;

  beforeEach(async () => {
    mailServer = await startMailServer();
    platforms = await startPlatforms();
    service = await startTestService({
      engine,
      environment: { ...platforms.environment, SMTP_URL: mailServer.url, SIGN_UP: 'open' },
    });
    ann = await signedIn(service, email, '--plan', 'standard');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
    await mailServer[Symbol.asyncDispose]();
  });

  const remove = (): Promise<Response> => ann.call('DELETE', '/api/account', { email });

  const sweep = (): Promise<void> => removeClosed(service);

  async function linkIn(subject: string, count: number): Promise<string> {
    const found = () => mailServer.mails.filter((mail) => mail.subject === subject);
    await expect.poll(() => found().length).toBe(count);
    return /#(\S+)/.exec(found().at(-1)?.text ?? '')?.[1] ?? '';
  }

  const errorOf = async (answer: Response): Promise<unknown> =>
    z.object({ error: z.unknown() }).parse(await answer.json()).error;

  it('ends at once, and comes back as it was', async () => {
    const id = await service.publish('name\nWidget\n', '--owner', email, '--name', 'Salaries');
    const proxy = String((await service.command('proxy', 'create', id))['id']);
    const key = String((await service.command('api-key', 'create', email))['key']);
    const times = ['--cadence', 'daily', '--at', '06:00', '--zone', 'UTC'];
    const job = await service.command('schedule', 'create', email, '--endpoint', id, '--name', 'J', ...times);
    const create = () =>
      fetch(`${service.url}/urls/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await create()).status).toBe(400);

    expect((await remove()).status).toBe(200);
    expect(await errorOf(await service.get(id))).toBe('User ID not found');
    expect(await errorOf(await service.get(`proxy/${proxy}`))).toBe('User ID not found');
    expect((await create()).status).toBe(403);
    expect((await ann.call('GET', '/api/account')).status).toBe(401);
    await expect(service.command('account', 'show', email)).rejects.toThrow(/There is no account/);
    await expect(service.command('account', 'create', email)).rejects.toThrow(
      /was deleted, and is removed on \d{4}-\d\d-\d\d\. Until then, bring it back with: account restore ann@example\.com/,
    );
    service.clock.ahead += 2 * dayMs;
    await sweep();
    const { db } = service.database;
    expect(await db.selectFrom('job_runs').selectAll().execute()).toEqual([]);

    await service.command('account', 'restore', email);
    expect(await (await service.get(id)).text()).toBe('name\nWidget\n');
    expect((await service.get(`proxy/${proxy}`)).status).toBe(200);
    expect((await create()).status).toBe(400);
    ann = await signedInAgain(service, email);
    expect((await ann.call('GET', '/api/account')).status).toBe(200);
    // What it missed is made up for once.
    await expect
      .poll(() => db.selectFrom('job_runs').select('job_id').execute())
      .toEqual([{ job_id: job['id'] }]);
    await expect(service.command('account', 'restore', email)).rejects.toThrow(/no deleted account/);
  });

  it('its owner brings it back by the mailed link; signing in or up again sends a new one, strangers learn nothing', async () => {
    await remove();
    const first = await linkIn('Your account was deleted', 1);
    const stranger = sessionless(service);
    const post = (path: string, body: unknown) => stranger.call('POST', path, body);
    const wrong = await post('/api/auth/sign-in/email', { email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    const right = await post('/api/auth/sign-in/email', { email, password: 'correct horse battery' });
    expect(right.status).toBe(403);
    expect(await right.json()).toMatchObject({
      message: expect.stringMatching(/was deleted\. Check your e-mail/),
    });
    await linkIn('Your account was deleted', 2);
    const up = (address: string) =>
      post('/api/auth/sign-up/email', { email: address, password: 'another password', name: 'x' });
    const known = await up(email);
    const unknown = await up('nobody@example.com');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const link = await linkIn('Your account was deleted', 3);
    const restore = (token: string) => post('/api/account/restore', { token });
    expect((await restore(first)).status).toBe(409);
    expect(await (await restore(link)).json()).toEqual({ email });
    expect((await restore(link)).status).toBe(409);
    expect((await signedInAgain(service, email)).cookie).not.toBe('');
  });

  it('one that an administrator has deleted is brought back by an administrator only', async () => {
    const root = await signedIn(service, 'root@example.com', '--admin');
    const { id } = made.parse(await (await ann.call('GET', '/api/account')).json());
    await root.call('DELETE', `/api/administrator/accounts/${id}`);
    expect(await linkIn('Your account was deleted', 1)).toBe('');
    const list = await (await root.call('GET', '/api/administrator/deleted-accounts')).json();
    expect(list).toMatchObject({ total: 1, accounts: [{ id, email, by: 'administrator' }] });
    const restore = () => root.call('POST', `/api/administrator/deleted-accounts/${id}/restore`);
    expect((await restore()).status).toBe(200);
    expect((await restore()).status).toBe(409);
    expect(await service.command('account', 'show', email)).toMatchObject({ plan: 'standard' });
  });

  it('after seven days nothing is left of it but ids that answer, and the books without a name', async () => {
    const id = await service.publish('name\nConfidential Widget\n', '--owner', email, '--name', 'Salaries');
    const proxy = String((await service.command('proxy', 'create', id, '--param', 'type=xml'))['id']);
    await service.command('api-key', 'create', email);
    const times = ['--cadence', 'daily', '--at', '06:00', '--zone', 'UTC'];
    await service.command('schedule', 'create', email, '--endpoint', id, '--name', 'Nightly', ...times);
    await (await ann.upload('/api/uploads?name=secret-draft.csv', 'name\nConfidential draft\n')).text();
    const pair = platforms.google.addGrant({ email: 'ann.at.google@example.com' });
    const tokens = ['--access-token', pair.accessToken, '--refresh-token', pair.refreshToken];
    await service.command('connection', 'add', email, '--platform', 'google', ...tokens);
    await service.command('account', 'webhook-secret', email);
    expect((await service.get(id, { 'user-agent': browser })).status).toBe(200);
    const { db } = service.database;
    await expect
      .poll(() => db.selectFrom('hits').select('user_agent').execute())
      .toEqual([{ user_agent: browser }]);
    const told = [email, 'ann.at.google', browser, 'Salaries', 'Nightly', 'Confidential', 'secret-draft'];
    expect(await wordsFound(told)).toEqual(told);
    const entries = await db.selectFrom('credit_entries').selectAll().orderBy('id').execute();
    expect(entries.length).toBeGreaterThan(0);

    await remove();
    expect((await service.get(id, { 'user-agent': browser })).status).toBe(403);
    service.clock.ahead += 7 * dayMs - 60_000;
    await sweep();
    expect(await wordsFound(told)).toContain('Confidential');
    service.clock.ahead += 2 * 60_000;
    await sweep();
    expect(await wordsFound(told)).toEqual([]);
    const revoked = await fetch(
      `${platforms.google.oauth.origin}/tokeninfo?access_token=${pair.accessToken}`,
    );
    expect(revoked.status).toBe(400);
    expect(await errorOf(await service.get(id, { 'user-agent': browser }))).toBe('User ID not found');
    expect((await service.get(`proxy/${proxy}`)).status).toBe(404);
    expect(await db.selectFrom('credit_entries').selectAll().orderBy('id').execute()).toEqual(entries);
    await expect(service.command('account', 'restore', email)).rejects.toThrow(/no deleted account/);
    expect(await service.command('account', 'create', email)).toMatchObject({ plan: 'trial', endpoints: 0 });
    await sweep();
    expect(await errorOf(await service.get(id))).toBe('User ID not found');
  });

  it('a removal that was cut off goes on; a platform that does not answer is asked a few times', async () => {
    const id = await service.publish('name\nWidget\n', '--owner', email);
    const pair = platforms.google.addGrant();
    const tokens = ['--access-token', pair.accessToken, '--refresh-token', pair.refreshToken];
    await service.command('connection', 'add', email, '--platform', 'google', ...tokens);
    await remove();
    await platforms.google.close();
    service.clock.ahead += 8 * dayMs;
    const { db } = service.database;
    for (let count = 1; count < 5; count++) {
      await sweep();
      expect(await db.selectFrom('closed_accounts').select('revoke_attempts').execute()).toEqual([
        { revoke_attempts: count },
      ]);
      await expect(service.command('account', 'restore', email)).rejects.toThrow(/being removed/);
    }
    await sweep();
    expect(await db.selectFrom('closed_accounts').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('connections').selectAll().execute()).toEqual([]);
    expect(await errorOf(await service.get(id))).toBe('User ID not found');
  });

  /** Those of the words that any table or any file of an upload has. */
  async function wordsFound(words: readonly string[]): Promise<string[]> {
    const { db } = service.database;
    const texts: string[] = [];
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      texts.push(JSON.stringify(rows));
    }
    const folder = join(service.folder, 'uploads');
    for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (file.isFile()) texts.push((await readFile(join(file.parentPath, file.name))).toString('latin1'));
    return words.filter((word) => texts.some((text) => text.toLowerCase().includes(word.toLowerCase())));
  }
});
