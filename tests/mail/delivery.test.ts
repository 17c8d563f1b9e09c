/** What arrives at a real mail server, and what becomes of mails that it refuses (section 6). */
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type MailServerOptions, startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const second = 1_000;

const mailList = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      createdAt: z.iso.datetime(),
      sentAt: z.iso.datetime().nullable(),
      attempts: z.number(),
      lastError: z.string().nullable(),
    }),
  ),
});

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function serviceWith(smtpUrl: string, logLines: string[] = []): Promise<TestService> {
  const environment = { SMTP_URL: smtpUrl, MAIL_FROM: 'Tables <tables@example.org>' };
  const service = await startTestService({ environment, logLines });
  opened.push(service);
  return service;
}

async function mailServer(options: MailServerOptions = {}) {
  const server = await startMailServer(options);
  opened.push(server);
  return server;
}

/** Has the service write a mail to the owner, who is made first. */
async function writeMail(service: TestService, email = 'ann@example.com', name = 'Sales'): Promise<void> {
  await service.command('account', 'create', email, '--plan', 'custom');
  const endpoint = await service.publish('a\n1\n', '--owner', email, '--name', name);
  expect((await service.get(`${endpoint}?email_me=true`)).status).toBe(200);
}

async function onlyMail(service: TestService) {
  const { mails } = mailList.parse(await service.command('mail', 'list'));
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error('one mail');
  return mail;
}

const patiently = { timeout: 20_000, interval: 50 };

async function lastError(service: TestService): Promise<string> {
  await vi.waitFor(async () => expect((await onlyMail(service)).lastError).not.toBeNull(), patiently);
  return (await onlyMail(service)).lastError ?? '';
}

it('arrives with sender, recipient, text and HTML, an id of its own, and as automatic', async () => {
  const logLines: string[] = [];
  const server = await mailServer();
  const service = await serviceWith(server.url, logLines);
  await writeMail(service);
  await vi.waitFor(async () => expect((await onlyMail(service)).sentAt).not.toBeNull(), patiently);
  const { id, text } = await onlyMail(service);
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    from: { name: 'Tables', address: 'tables@example.org' },
    to: [{ address: 'ann@example.com' }],
    recipients: ['ann@example.com'],
    subject: 'Export ran: Sales',
    messageId: `<${id}@example.org>`,
    headers: expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    ]),
  });
  expect(mail?.text?.trim()).toBe(text.trim());
  expect(mail?.html).toContain(`${service.url.replace('127.0.0.1', 'localhost')}/app/endpoints/`);
  expect(logLines.join('')).toContain('mail sent');
  expect(logLines.join('')).not.toContain('/app/endpoints/');
});

it.each([
  ['a line break', 'Sales\r\nBcc: victim@example.com\r\n\r\n<p>hello'],
  ['markup', '</title><script>alert(1)</script>'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['emoji and marks that turn the direction', '😀\u202egpj.exe\u200f שלום'],
])('a name with %s stays a name', async (_, name) => {
  const server = await mailServer();
  const service = await serviceWith(server.url);
  await writeMail(service);
  await service.database.db.updateTable('endpoints').set({ name, revision: 99 }).execute();
  service.clock.ahead += 301 * second;
  const { id } = await service.database.db.selectFrom('endpoints').select('id').executeTakeFirstOrThrow();
  await service.get(`${id}?email_me=true`);
  await vi.waitFor(() => expect(server.mails).toHaveLength(2), patiently);
  const mail = server.mails[1];
  expect(mail?.recipients).toEqual(['ann@example.com']);
  expect(mail?.headers.map(({ key }) => key)).toEqual(server.mails[0]?.headers.map(({ key }) => key));
  expect(mail?.subject).toMatch(/^Export ran: \S.{0,187}$/u);
  expect(mail?.html).not.toMatch(/<script|<p>hello/);
});

it.each(['a,victim@example.com', '<victim@example.com>', '"x"victim@example.com', 'a;b:victim@example.com'])(
  'an address such as %s is one recipient at most',
  async (email) => {
    const server = await mailServer();
    const service = await serviceWith(server.url);
    await writeMail(service, email);
    await vi.waitFor(async () => expect((await onlyMail(service)).attempts).toBe(1), patiently);
    await vi.waitFor(async () => {
      const { sentAt, lastError: error } = await onlyMail(service);
      expect(sentAt ?? error).not.toBeNull();
    }, patiently);
    expect(server.mails.flatMap(({ recipients }) => recipients)).not.toContain('victim@example.com');
    expect(server.mails.flatMap(({ to }) => to ?? []).length).toBeLessThanOrEqual(1);
  },
);

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
  opened.push(silent);
  await vi.waitFor(() => expect(silent.listening).toBe(true));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const service = await serviceWith(`smtp://127.0.0.1:${address.port}/?greetingTimeout=300`);
  await writeMail(service);
  expect(await lastError(service)).toMatch(/^The mail server did not answer in time: /);
});
