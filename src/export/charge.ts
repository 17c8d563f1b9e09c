/**
 * The credit of one export (DESIGN section 1, "charging"): on hold before anything is fetched, posted when the
 * answer is ready, voided on any failure. Data that already lies in memory needs no hold: it is charged in one
 * step when the answer is ready, and a hit that comes too late is refused then. Without a limit nothing is.
 */
import { refuseForCredits } from '../access/endpoint-access.ts';
import type { OwnerStatus } from '../accounts/account.ts';
import type { OutboxMail } from '../credits/settle-tasks.ts';
import type { ExportContext } from './export-context.ts';

export interface Charge {
  /** The mails are written together with the charge. */
  post(mails: readonly OutboxMail[]): Promise<void>;
  void(): Promise<void>;
}

export interface Charged {
  readonly owner: OwnerStatus;
  readonly endpointId: string;
  /** The data lies in memory. */
  readonly isInMemory: boolean;
}

export async function beginCharge(context: ExportContext, charged: Charged): Promise<Charge> {
  if (charged.owner.credits === null) return freeOfCharge(context);
  return charged.isInMemory ? chargeAtOnce(context, charged) : holdThenPost(context, charged);
}

function freeOfCharge({ credits }: ExportContext): Charge {
  return { post: (mails) => credits.post(undefined, mails), void: async () => {} };
}

function chargeAtOnce({ credits, config }: ExportContext, { owner, endpointId }: Charged): Charge {
  return {
    post: async (mails) => {
      if (!(await credits.charge(owner.id, endpointId, mails))) throw refuseForCredits(owner, config.siteUrl);
    },
    void: async () => {},
  };
}

async function holdThenPost(
  { credits, config }: ExportContext,
  { owner, endpointId }: Charged,
): Promise<Charge> {
  const hold = await credits.hold(owner.id, endpointId);
  if (!hold) throw refuseForCredits(owner, config.siteUrl);
  return { post: (mails) => credits.post(hold, mails), void: () => credits.void(hold) };
}
