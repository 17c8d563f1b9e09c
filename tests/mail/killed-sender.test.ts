/**
 * A process that is killed while it sends a mail (contract 6.2): the mail stays claimed for as long as its sending
 * could take, and is then sent by another process.
 */
import { expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';

const patiently = { timeout: 60_000, interval: 50 };

it('the mail of a killed process is sent by another one when its claim has ended', async () => {
  let arrived = 0;
  await using server = await startMailServer({
    beforeTaken: async () => {
      arrived += 1;
      if (arrived === 1) await new Promise(() => undefined);
    },
  });
  await using service = await startTestService();
  await writeMail(service, 'First');
  const environment = { SMTP_URL: server.url };
  const killed = await startServiceProcess(service.folder, [], environment);
  await vi.waitFor(() => expect(arrived).toBe(1), patiently);
  process.kill(killed.pid, 'SIGKILL');
  await killed[Symbol.asyncDispose]();

  await using _ = await startTestService({ from: service, environment });
  await writeMail(service, 'Second');
  await vi.waitFor(() => expect(subjects(server)).toEqual(['Export ran: Second']), patiently);
  const { db } = service.database;
  const unsent = db.selectFrom('outbox').selectAll().where('sent_at', 'is', null);
  await vi.waitFor(async () => expect(await unsent.execute()).toHaveLength(1), patiently);
  const { claimed_until } = await unsent.executeTakeFirstOrThrow();
  expect((claimed_until ?? 0) - Date.now()).toBeGreaterThan(60_000);

  // As after three minutes.
  await db.updateTable('outbox').set({ claimed_until: 1 }).where('sent_at', 'is', null).execute();
  await vi.waitFor(async () => expect(await unsent.execute()).toEqual([]), patiently);
  expect(subjects(server)).toEqual(['Export ran: Second', 'Export ran: First']);
});

async function writeMail(service: TestService, name: string): Promise<void> {
  const endpoint = await service.publish('a\n1\n', '--name', name);
  expect((await service.get(`${endpoint}?email_me=true`)).status).toBe(200);
}

function subjects({ mails }: MailServer): string[] {
  return mails.map(({ subject = '' }) => subject);
}
