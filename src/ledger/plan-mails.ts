/** The mails that changes of a plan cause, stored in the transaction of the change (contract 6.2.1). */

import type { Config } from '../config/config.ts';
import { mailTo } from '../mail/mail-to.ts';
import { type Message, paymentFailed, planChanged, subscriptionEnded } from '../mail/messages.ts';
import { insertMails } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import type { Tx } from '../storage/database/database.ts';
import type { KeptPlan } from './kept-plan.ts';
import { plans } from './plans/plans.ts';
import type { PlanMail } from './plans/transitions.ts';

export function insertPlanMails(
  db: Tx,
  config: Config,
  { accountId, email, state }: KeptPlan,
  mails: readonly PlanMail[],
  at: number,
): Promise<void> {
  const link = siteLink(config, 'plans');
  const messages = mails.map((mail) => messageOf(mail, plans[state.plan].label, link));
  const stored = messages.map((message) => mailTo({ id: accountId, email }, message));
  return insertMails(db, stored, at);
}

function messageOf(mail: PlanMail, plan: string, link: string): Message {
  if (mail.kind === 'paymentFailed') return paymentFailed({ plan, graceEnds: mail.graceEnds, link });
  if (mail.kind === 'subscriptionEnded') return subscriptionEnded({ plan, link });
  return planChanged({ plan: plans[mail.plan].label, at: mail.at, link });
}
