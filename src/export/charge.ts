/**
 * The credit of one export: put on hold before anything is fetched, posted when the answer is ready, voided if the
 * charge is disposed of before that. Data in memory needs no hold: it is charged in one step when the answer is
 * ready, and refused then if no credit is left. Accounts without a limit are never charged (DESIGN section 1,
 * "charging").
 */
import { refuseForCredits } from '../access/endpoint-access.ts';
import type { OutboxMail } from '../credits/credit-task.ts';
import { allSources } from '../sources/all-sources.ts';
import type { ExportContext } from './export-context.ts';
import type { AllowedExport } from './plan-export.ts';

export interface Charge extends AsyncDisposable {
  /** Stores the mails in the same transaction as the charge. */
  post(mails: readonly OutboxMail[]): Promise<void>;
}

export async function beginCharge(context: ExportContext, allowed: AllowedExport): Promise<Charge> {
  if (allowed.owner.credits === null) return freeOfCharge(context);
  return isInMemory(allowed) ? chargeAtOnce(context, allowed) : holdThenPost(context, allowed);
}

/** An export with saves needs a hold, because nothing may be saved for a hit that might still be refused. */
function isInMemory({ planned: { endpoint, parameters }, saves }: AllowedExport): boolean {
  if (parameters.sql !== undefined || saves.length > 0) return false;
  return allSources[endpoint.source].isInMemory(endpoint.sourceSettings);
}

function freeOfCharge({ credits }: ExportContext): Charge {
  return { post: (mails) => credits.post(undefined, mails), [Symbol.asyncDispose]: nothingToVoid };
}

function chargeAtOnce({ credits, config }: ExportContext, { owner, planned }: AllowedExport): Charge {
  return {
    post: async (mails) => {
      const isCharged = await credits.charge(owner.id, planned.endpoint.id, mails);
      if (!isCharged) throw refuseForCredits(owner, config.siteUrl);
    },
    [Symbol.asyncDispose]: nothingToVoid,
  };
}

const nothingToVoid = async (): Promise<void> => {};

async function holdThenPost(
  { credits, config }: ExportContext,
  { owner, planned }: AllowedExport,
): Promise<Charge> {
  const hold = await credits.hold(owner.id, planned.endpoint.id);
  if (!hold) throw refuseForCredits(owner, config.siteUrl);
  let isPosted = false;
  return {
    post: async (mails) => {
      await credits.post(hold, mails);
      isPosted = true;
    },
    [Symbol.asyncDispose]: async () => {
      if (!isPosted) await credits.void(hold);
    },
  };
}
