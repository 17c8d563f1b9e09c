/** An invitation for one address: a link that is shown once, and mailed where there is a mail server (contract 5.7). */

import type { AppContext } from '../../app-context.ts';
import { randomId } from '../../base/random-id.ts';
import { changeRefused } from '../../errors/refused-error.ts';
import { invitation } from '../../mail/messages.ts';
import { insertMails } from '../../mail/outbox-store.ts';
import { siteLink } from '../../mail/site-link.ts';
import { findAccount, normalEmail, refuseClosed } from '../account-store.ts';
import { addInvitation, goodForMs } from './invitation-store.ts';

interface MadeInvitation {
  readonly email: string;
  readonly url: string;
  readonly endsAt: number;
  readonly isMailed: boolean;
}

/** `from` is the address of who invites. */
export async function invite(context: AppContext, from: string, address: string): Promise<MadeInvitation> {
  const { config, database, now } = context;
  const email = normalEmail(address);
  if (config.signUp === 'closed') {
    throw changeRefused(
      'Nobody can sign up here, with an invitation neither: set SIGN_UP=invite and start the service again.',
    );
  }
  if (await findAccount(context, email)) throw changeRefused(`There is already an account ${email}.`);
  await refuseClosed(database.db, email);
  const code = await addInvitation(database.db, email, now());
  const fragment = new URLSearchParams({ invitation: code, email });
  const url = siteLink(config, `sign-up#${fragment}`);
  const isMailed = config.smtpUrl !== '';
  const mail = { id: randomId(), accountId: null, recipient: email, ...invitation({ from, link: url }) };
  if (isMailed) await insertMails(database.db, [mail], now());
  return { email, url, endsAt: now() + goodForMs, isMailed };
}
