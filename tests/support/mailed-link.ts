/** The secret of the link in the newest mail with a subject. */
import { expect } from 'vitest';
import type { MailServer } from './mail-server.ts';

export async function secretIn(server: MailServer, subject: string, count = 1): Promise<string> {
  const found = () => server.mails.filter((mail) => mail.subject === subject);
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(count);
  const [, fragment = ''] = /#(\S+)/.exec(found().at(-1)?.text ?? '') ?? [];
  return fragment.split('&')[0] ?? '';
}
