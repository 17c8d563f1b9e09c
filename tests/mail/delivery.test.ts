/** What arrives at a real mail server (contract 6.2): headers, hostile names and addresses, stops and restarts. */
import { expect, it, vi } from 'vitest';
import { startTestService } from '../support/service.ts';
import { mailServer, onlyMail, patiently, serviceWith, writeMail } from './mail-ground.ts';

const second = 1_000;

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
  const body = mail?.text?.trim() ?? '';
  expect(body.startsWith(text.trim())).toBe(true);
  expect(body).toContain('/app/account');
  const [, unsubscribe] = /Unsubscribe from e-mails like this: (\S+)/.exec(body) ?? [];
  expect(unsubscribe).toMatch(/\/mail\/unsubscribe\/\w+\/successes\/[\w-]+$/);
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

it('a service that stops finishes the mail in hand, and waits five seconds for it at most', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  let arrived = 0;
  const server = await mailServer({
    beforeTaken: async () => {
      arrived += 1;
      await (arrived === 1 ? taken : new Promise(() => undefined));
    },
  });
  await using state = await startTestService();
  await writeMail(state);
  for (const isTaken of [true, false]) {
    const service = await startTestService({ from: state, environment: { SMTP_URL: server.url } });
    if (!isTaken) await writeMail(state, 'bo@example.com');
    await vi.waitFor(() => expect(arrived).toBe(isTaken ? 1 : 2), patiently);
    const started = performance.now();
    const stopped = service.stop();
    if (isTaken) take();
    await stopped;
    if (!isTaken) expect(performance.now() - started).toBeGreaterThan(4_000);
    expect(performance.now() - started).toBeLessThan(15_000);
  }
  const mails = await state.database.db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
  expect(mails).toMatchObject([
    { recipient: 'ann@example.com', sent_at: expect.any(Number) },
    { recipient: 'bo@example.com', sent_at: null, due_at: expect.any(Number), claimed_until: null },
  ]);
});

it('a server that was restarted between two mails gets both', async () => {
  const server = await mailServer();
  const service = await serviceWith(server.url);
  await writeMail(service);
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), patiently);
  await server.stop();
  const restarted = await mailServer({ port: server.port });
  await writeMail(service, 'bo@example.com');
  await vi.waitFor(() => {
    service.clock.ahead += second;
    expect(restarted.mails).toHaveLength(1);
  }, patiently);
});
