/**
 * The credit of one export: put on hold before a platform is asked or anything is saved, and for a statement over
 * an upload when it gets its turn, so that what only waits holds nothing; posted when the answer is ready, voided
 * if the charge is disposed of before that. Data in memory needs no hold: it is charged in one step when the answer
 * is ready, and refused then if no credit is left. Accounts without a limit are never charged (contract 8.1.3).
 */
import { refuseForCredits } from '../access/endpoint-access.ts';
import type { FinishedRun, Hold } from '../ledger/credit-task.ts';
import type { ExportRun } from '../mail/export-ran-store.ts';
import { allSources } from '../sources/all-sources.ts';
import type { ExportContext } from './export-context.ts';
import type { AllowedExport } from './plan-export.ts';

export interface Charge extends AsyncDisposable {
  /** Rejects with the refusal if no credit is left. Further calls wait for the first. */
  hold(): Promise<void>;
  /**
   * What is stored in the same transaction: the mails of exports that asked for one, a finished run of a job. Returns
   * how many credits were used.
   */
  post(runs: readonly ExportRun[], finishedRun?: FinishedRun): Promise<number>;
}

export function openCharge(context: ExportContext, allowed: AllowedExport): Charge {
  return allowed.owner.credits === null ? freeOfCharge(context) : oneCredit(context, allowed);
}

/** An export with saves needs a hold, because nothing may be saved for a hit that might still be refused. */
export function needsUpfrontHold({ planned: { endpoint, parameters }, saves }: AllowedExport): boolean {
  if (parameters.sql !== undefined) return endpoint.connectionId !== null;
  return saves.length > 0 || !allSources[endpoint.source].isInMemory(endpoint.sourceSettings);
}

function freeOfCharge({ credits }: ExportContext): Charge {
  return {
    hold: nothingToDo,
    post: async (runs, finishedRun) => {
      await credits.post(undefined, runs, finishedRun);
      return 0;
    },
    [Symbol.asyncDispose]: nothingToDo,
  };
}

const nothingToDo = async (): Promise<void> => {};

function oneCredit({ credits, config }: ExportContext, { owner, planned }: AllowedExport): Charge {
  let holding: Promise<Hold> | undefined;
  let isPosted = false;
  let isOver = false;
  const takeHold = async (): Promise<Hold> => {
    const hold = await credits.hold(owner.id, planned.endpoint.id);
    if (!hold) throw refuseForCredits(owner, config.siteUrl);
    return hold;
  };
  return {
    hold: async () => {
      // The turn of a statement can come when its caller has left.
      if (isOver) return;
      holding ??= takeHold();
      await holding;
    },
    post: async (runs, finishedRun) => {
      if (finishedRun) holding ??= takeHold();
      const hold = await holding;
      const isCharged = hold
        ? await credits.post(hold, runs, finishedRun)
        : await credits.charge(owner.id, planned.endpoint.id, runs);
      if (!isCharged && !hold) throw refuseForCredits(owner, config.siteUrl);
      isPosted = true;
      return isCharged ? 1 : 0;
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      const hold = isPosted ? undefined : await holding?.catch(() => undefined);
      if (hold) await credits.void(hold);
    },
  };
}
