/** What becomes of mails that a real mail server refuses, and what the operator is told (contract 6.2). */
import { createServer } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lastError, mailServer, onlyMail, patiently, serviceWith, writeMail } from './mail-ground.ts';

const second = 1_000;

it('a recipient that is refused for good is given up at once, until it is retried', async () => {
  let isKnown = false;
  const refusal = Object.assign(new Error('no such user'), { responseCode: 550 });
  const server = await mailServer({
    onRcptTo: (_address, _session, callback) => callback(isKnown ? null : refusal),
  });
  const service = await serviceWith(server.url);
  await writeMail(service);
  expect(await lastError(service)).toMatch(
    /^The mail server refused sender or recipient: .*550 no such user/,
  );
  const { id } = await onlyMail(service);
  const row = () =>
    service.database.db.selectFrom('outbox').select(['due_at', 'attempts']).executeTakeFirstOrThrow();
  expect(await row()).toEqual({ due_at: null, attempts: 1 });
  isKnown = true;
  expect(await service.command('mail', 'retry', id)).toMatchObject({
    id,
    to: 'ann@example.com',
    attempts: 0,
  });
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), patiently);
  await vi.waitFor(async () => expect((await onlyMail(service)).sentAt).not.toBeNull(), patiently);
  await expect(service.command('mail', 'retry', id)).rejects.toThrow('has been sent already');
});

it('a recipient that is refused for now is tried again after 15 and 45 seconds', async () => {
  const refusal = Object.assign(new Error('try later'), { responseCode: 451 });
  const server = await mailServer({ onRcptTo: (_address, _session, callback) => callback(refusal) });
  const service = await serviceWith(server.url);
  await writeMail(service);
  for (const [attempts, seconds] of [15, 45].entries()) {
    await vi.waitFor(async () => {
      const {
        attempts: made,
        due_at,
        claimed_until,
      } = await service.database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
      expect([made, claimed_until]).toEqual([attempts + 1, null]);
      const left = (due_at ?? 0) - (Date.now() + service.clock.ahead);
      expect(left / second).toBeGreaterThan(0);
      expect(left / second).toBeLessThanOrEqual(seconds);
    }, patiently);
    service.clock.ahead += seconds * second;
  }
});

it('a login that is refused says so, without the password, and is no end', async () => {
  const logLines: string[] = [];
  const server = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) =>
      callback(Object.assign(new Error(`wrong: ${password}`), { responseCode: 535 })),
  });
  const url = server.url.replace('//', '//tables:s3cret%20pass@');
  const service = await serviceWith(url, logLines);
  await writeMail(service);
  const error = await lastError(service);
  expect(error).toMatch(/^The mail server refused the login; check user and password in SMTP_URL: .*535/);
  expect(error + logLines.join('')).not.toContain('s3cret');
  const { due_at } = await service.database.db
    .selectFrom('outbox')
    .select('due_at')
    .executeTakeFirstOrThrow();
  expect(due_at).not.toBeNull();
});

it('a certificate that nobody vouches for is refused, unless the operator says otherwise', async () => {
  const server = await mailServer({ disabledCommands: ['AUTH'] });
  const service = await serviceWith(server.url);
  await writeMail(service);
  expect(await lastError(service)).toMatch(/^The TLS connection to the mail server failed; check SMTP_URL: /);
  expect(server.mails).toEqual([]);
  const trusting = await serviceWith(`${server.url}/?tls.rejectUnauthorized=false`);
  await writeMail(trusting);
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), patiently);
});

it('a server that never says anything is left, and the service stops all the same', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => silent[Symbol.asyncDispose]());
  await vi.waitFor(() => expect(silent.listening).toBe(true), patiently);
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const service = await serviceWith(`smtp://127.0.0.1:${address.port}/?greetingTimeout=300`);
  await writeMail(service);
  expect(await lastError(service)).toMatch(/^The mail server did not answer in time: /);
});

it('a password never leaves this machine without encryption', async () => {
  let logins = 0;
  const server = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => {
      logins += 1;
      callback(null, { user: 'tables' });
    },
  });
  const login = server.url.replace('//', '//tables:s3cret@');
  // Another name of this machine that does not look like it.
  const service = await serviceWith(login.replace('127.0.0.1', '0.0.0.0'));
  await writeMail(service);
  expect(await lastError(service)).toMatch(/^The TLS connection to the mail server failed/);
  expect([logins, server.mails.length]).toEqual([0, 0]);
  const local = await serviceWith(login);
  await writeMail(local);
  await vi.waitFor(() => expect([logins, server.mails.length]).toEqual([1, 1]), patiently);
});
