/**
 * One credit for each hit that returns full data: put on hold before anything is fetched, posted when the answer is
 * ready, voided on failure. Holds left by a crashed process are voided by any running process (contract 8.1.3).
 */
import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import type { ExportRun } from '../mail/export-ran-store.ts';
import { isStateFailure } from '../storage/state-failure.ts';
import type { FinishedRun, Hold } from './credit-task.ts';
import { startHeartbeat } from './heartbeat.ts';
import { deregisterInstance } from './hold-store.ts';
import { settler } from './settler.ts';

export interface Credits {
  /** Returns undefined if no credit is left. */
  hold(accountId: string, endpointId: string): Promise<Hold | undefined>;
  /**
   * `hold` is undefined for an account without a limit, whose export may still have asked for a mail. Returns whether
   * a credit was used: none if the balance was lowered meanwhile.
   */
  post(hold: Hold | undefined, runs: readonly ExportRun[], finishedRun?: FinishedRun): Promise<boolean>;
  /** While the database is away the hold is remembered, and voided when it is back. */
  void(hold: Hold): Promise<void>;
  /** Holds and posts in one step; returns false if no credit is left. */
  charge(accountId: string, endpointId: string, runs: readonly ExportRun[]): Promise<boolean>;
  close(): Promise<void>;
}

export async function openCredits(context: AppContext): Promise<Credits> {
  const { database, log } = context;
  const instanceId = randomId();
  let count = 0;
  const settle = settler(context, instanceId);
  /** Holds of failed hits that are still to be voided. */
  let owed: Hold[] = [];
  const newHold = (accountId: string, endpointId: string): Hold => {
    count += 1;
    return { id: `${instanceId}-${count}`, accountId, endpointId };
  };
  const voidHold = async (hold: Hold): Promise<void> => {
    try {
      await settle({ kind: 'void', hold });
    } catch (error) {
      if (!isStateFailure(error)) throw error;
      owed.push(hold);
    }
  };
  const heartbeat = await startHeartbeat(context, instanceId, async () => {
    const holds = owed;
    owed = [];
    await Promise.all(holds.map(voidHold));
  });

  return {
    hold: async (accountId, endpointId) => {
      const hold = newHold(accountId, endpointId);
      return (await settle({ kind: 'hold', hold })) ? hold : undefined;
    },
    post: async (hold, runs, finishedRun) => {
      const isNothing = hold === undefined && runs.length === 0 && finishedRun === undefined;
      if (isNothing) return false;
      return (await settle({ kind: 'post', hold, runs, finishedRun })) && hold !== undefined;
    },
    void: voidHold,
    charge: (accountId, endpointId, runs) =>
      settle({ kind: 'charge', hold: newHold(accountId, endpointId), runs }),
    close: async () => {
      await heartbeat[Symbol.asyncDispose]();
      // Of a process that could not say so, the holds are voided by the others.
      await deregisterInstance(database.db, instanceId).catch((error: unknown) =>
        log.error(error, 'could not deregister this instance'),
      );
    },
  };
}
