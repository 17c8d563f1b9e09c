/** A service with a mail server of the test, and what a test of mails asks of them. All of it ends with the test. */
import { expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type MailServer, type MailServerOptions, startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

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

export type ListedMail = z.infer<typeof mailList>['mails'][number];

export const patiently = { timeout: 60_000, interval: 50 };

export async function serviceWith(smtpUrl: string, logLines: string[] = []): Promise<TestService> {
  const environment = { SMTP_URL: smtpUrl, MAIL_FROM: 'Tables <tables@example.org>' };
  const service = await startTestService({ environment, logLines });
  onTestFinished(() => service[Symbol.asyncDispose]());
  return service;
}

export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Has the service write a mail to the owner, who is made first. */
export async function writeMail(service: TestService, email = 'ann@example.com'): Promise<void> {
  await service.command('account', 'create', email, '--plan', 'custom');
  const endpoint = await service.publish('a\n1\n', '--owner', email, '--name', 'Sales');
  expect((await service.get(`${endpoint}?email_me=true`)).status).toBe(200);
}

export async function onlyMail(service: TestService): Promise<ListedMail> {
  const { mails } = mailList.parse(await service.command('mail', 'list'));
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error('one mail');
  return mail;
}

export async function lastError(service: TestService): Promise<string> {
  await vi.waitFor(async () => expect((await onlyMail(service)).lastError).not.toBeNull(), patiently);
  return (await onlyMail(service)).lastError ?? '';
}
