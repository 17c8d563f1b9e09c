/**
 * Contract 6.1.4, of each mail that there is, as a real mail server gets it: one that can be turned off has
 * `List-Unsubscribe` and `List-Unsubscribe-Post` and the link to the settings, one that always arrives has neither header.
 */
import { expect, it, vi } from 'vitest';
import { insertMails, mailTo } from '../../src/mail/outbox-store.ts';
import { everyMessage } from '../support/every-message.ts';
import { mailServer, patiently, serviceWith } from './mail-ground.ts';

const email = 'ann@example.com';
const turnedOff = {
  exportRan: 'successes',
  creditsExhausted: 'credits',
  trialUsedUp: 'credits',
  trialReminder: 'product',
  scheduledExportFailed: 'failures',
  scheduleUnreadable: 'failures',
  scheduledExportSucceeded: 'successes',
  connectionStopped: 'problems',
  connectionWorks: 'problems',
  urlStopped: 'problems',
  urlWorks: 'problems',
};
const alwaysArrives = [
  'verifyAddress',
  'accountExists',
  'resetPassword',
  'accountDeleted',
  'invitation',
  'paymentFailed',
  'subscriptionEnded',
  'planBegan',
  'planWillChange',
  'planCanceled',
  'customPlanAsked',
];

it('each mail has the headers and links of its kind', async () => {
  const server = await mailServer();
  const service = await serviceWith(server.url);
  await service.command('account', 'create', email, '--plan', 'lite');
  const { db } = service.database;
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const messages = Object.entries(everyMessage('Sales'));
  expect(messages.map(([name]) => name).sort()).toEqual([...Object.keys(turnedOff), ...alwaysArrives].sort());
  const named = messages.map(([name, message]) => ({ ...mailTo({ id, email }, message), id: name }));
  await insertMails(db, named, Date.now());
  await vi.waitFor(() => expect(server.mails).toHaveLength(messages.length), patiently);
  const told = server.mails.map(({ messageId, headers, text = '', html = '' }) => {
    const header = (wanted: string) => headers.find(({ key }) => key === wanted)?.value;
    return {
      name: /^<(\w+)@/.exec(messageId ?? '')?.[1] ?? '',
      oneClick: header('list-unsubscribe-post'),
      link: header('list-unsubscribe'),
      hasSettings: [text, html].every((part) => part.includes('/app/account')),
      hasUnsubscribe: [text, html].map((part) => part.includes('/mail/unsubscribe/')),
    };
  });
  const wanted = messages.map(([name]) => {
    const kind = Object.entries(turnedOff).find(([each]) => each === name)?.[1];
    const link = expect.stringMatching(
      new RegExp(`^<https?://[^>]+/mail/unsubscribe/${id}/${kind}/[\\w-]+>$`),
    );
    return kind === undefined
      ? {
          name,
          oneClick: undefined,
          link: undefined,
          hasUnsubscribe: [false, false],
          hasSettings: expect.any(Boolean),
        }
      : {
          name,
          oneClick: 'List-Unsubscribe=One-Click',
          link,
          hasUnsubscribe: [true, true],
          hasSettings: true,
        };
  });
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(told.sort(byName)).toEqual(wanted.sort(byName));
});
