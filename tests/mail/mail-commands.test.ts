/** `mail list` and `mail retry` (contract 10.1), and mails without a mail server, which are kept (contract 6.2.3). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const day = 24 * 60 * 60 * 1_000;

describe('the mails that are kept', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    for (const email of ['ann@example.com', 'bo@example.com']) {
      await service.command('account', 'create', email, '--plan', 'custom');
      const endpoint = await service.publish('a\n1\n', '--owner', email, '--name', email.slice(0, 2));
      await service.get(`${endpoint}?email_me=true`);
      service.clock.ahead += 1_000;
    }
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('are listed, the newest first, without SMTP_URL too', async () => {
    const { mails } = await service.command('mail', 'list');
    expect(mails).toEqual([
      expect.objectContaining({ to: 'bo@example.com', subject: 'Export ran: bo' }),
      {
        id: expect.stringMatching(/^\w{22}$/),
        to: 'ann@example.com',
        subject: 'Export ran: an',
        text: expect.stringContaining('email_me=true'),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        sentAt: null,
        attempts: 0,
        lastError: null,
      },
    ]);
  });

  it('are listed by the address of the recipient, in any case', async () => {
    expect(await service.command('mail', 'list', 'Ann@Example.com')).toMatchObject({
      mails: [{ to: 'ann@example.com' }],
    });
    expect(await service.command('mail', 'list', 'nobody@example.com')).toEqual({ mails: [] });
    await expect(service.command('mail', 'list', 'ann')).rejects.toThrow('"ann" is not an e-mail address.');
    await expect(service.command('mail', 'list', 'a@b', 'c@d')).rejects.toThrow('takes one EMAIL');
  });

  it('can be retried by their id', async () => {
    await expect(service.command('mail', 'retry', 'nothing')).rejects.toThrow(
      'There is no mail "nothing". List them with: mail list',
    );
    await expect(service.command('mail', 'retry')).rejects.toThrow('takes one ID');
    const { id } = await service.database.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
    await service.database.db
      .updateTable('outbox')
      .set({ due_at: null, attempts: 77, last_error: 'refused' })
      .where('id', '=', id)
      .execute();
    expect(await service.command('mail', 'retry', id)).toMatchObject({
      id,
      attempts: 0,
      lastError: 'refused',
    });
    expect(
      await service.database.db.selectFrom('outbox').select('due_at').where('id', '=', id).executeTakeFirst(),
    ).toEqual({ due_at: expect.any(Number) });
  });

  it('are removed after 90 days, and notices after two years', async () => {
    const { db } = service.database;
    const kept = async (): Promise<number[]> => [
      (await db.selectFrom('outbox').select('id').execute()).length,
      (await db.selectFrom('export_ran_notices').select('since').execute()).length,
    ];
    // A service sweeps when it starts.
    for (const [days, left] of [
      [89, [2, 2]],
      [91, [0, 2]],
      [731, [0, 0]],
    ] as const) {
      await using _ = await startTestService({ from: service, ahead: days * day });
      await vi.waitFor(async () => expect(await kept()).toEqual(left), { timeout: 60_000 });
    }
  });
});

it('what was written long before there was a mail server is not sent, unless it is retried', async () => {
  await using server = await startMailServer();
  await using before = await startTestService();
  const old = await before.publish('a\n1\n', '--name', 'Old');
  await before.get(`${old}?email_me=true`);
  const environment = { SMTP_URL: server.url };
  await using service = await startTestService({ from: before, environment, ahead: 4 * day });
  const recent = await service.publish('a\n1\n', '--name', 'New');
  await service.get(`${recent}?email_me=true`);
  await vi.waitFor(() => expect(server.mails).toMatchObject([{ subject: 'Export ran: New' }]), {
    timeout: 60_000,
  });
  const { mails } = await service.command('mail', 'list');
  expect(mails).toMatchObject([
    { subject: 'Export ran: New' },
    { subject: 'Export ran: Old', sentAt: null, lastError: 'It could not be sent within three days.' },
  ]);
  const { id } = await service.database.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', 'Export ran: Old')
    .executeTakeFirstOrThrow();
  await service.command('mail', 'retry', id);
  await vi.waitFor(() => expect(server.mails).toHaveLength(2), { timeout: 60_000 });
});
