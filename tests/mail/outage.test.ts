/**
 * An outage of the mail server (contract 6.2): two equal services with one outbox, 200 notices while nothing listens at
 * SMTP_URL, ten minutes by the clock of the services. Hits answer meanwhile, and every mail arrives once.
 */
import { describe, expect, it, vi } from 'vitest';
import { trialReminder } from '../../src/mail/messages.ts';
import { insertMails } from '../../src/mail/outbox-store.ts';
import { freePort } from '../support/free-port.ts';
import { startMailServer } from '../support/mail-server.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

const notices = 200;
/** So many are asked for by hits, the others stand for those of other causes. */
const hits = 20;
const minute = 60_000;

const otherNotices = Array.from({ length: notices - hits }, (_, index) => ({
  id: `notice-${index}`,
  accountId: null,
  recipient: `reader-${index}@example.com`,
  ...trialReminder({ requests: 50, link: 'http://localhost/app/plans' }),
}));

describe.each(engines)('an outage of the mail server, on %s', (engine) => {
  it('all mails are delivered once it is back, none twice, and hits answer meanwhile', async () => {
    const port = await freePort();
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` };
    await using first = await startTestService({ engine, environment });
    await using second = await startTestService({ from: first });
    const endpoints = await publishMany(first);
    await insertMails(first.database.db, otherNotices, Date.now());
    for (const [index, endpoint] of endpoints.entries()) {
      const { status } = await (index % 2 ? first : second).get(`${endpoint}?email_me=true`);
      expect(status).toBe(200);
    }
    await vi.waitFor(async () => expect(await failures(first)).toBeGreaterThan(0), 60_000);
    for (let passed = 0; passed < 10; passed += 1) {
      first.clock.ahead += minute;
      second.clock.ahead += minute;
      expect((await first.get(endpoints[0] ?? '')).status).toBe(200);
    }
    expect(await unsent(first)).toBe(notices);

    await using server = await startMailServer({ port });
    await vi.waitFor(
      async () => {
        first.clock.ahead += minute;
        second.clock.ahead += minute;
        expect(await unsent(first)).toBe(0);
      },
      { timeout: 60_000, interval: 1_000 },
    );
    expect(server.mails).toHaveLength(notices);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(notices);
  });
});

async function publishMany(service: TestService): Promise<string[]> {
  await service.command('account', 'create', 'ann@example.com', '--plan', 'custom');
  const endpoints: string[] = [];
  for (let index = 0; index < hits; index += 1) {
    endpoints.push(await service.publish('a\n1\n', '--owner', 'ann@example.com', '--name', `Table ${index}`));
  }
  return endpoints;
}

async function unsent({ database }: TestService): Promise<number> {
  const rows = await database.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
  return rows.length;
}

async function failures({ database }: TestService): Promise<number> {
  const rows = await database.db
    .selectFrom('outbox')
    .select('id')
    .where('last_error', 'is not', null)
    .execute();
  return rows.length;
}
