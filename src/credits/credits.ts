/**
 * One credit for each hit that returns full data: put on hold before anything is fetched, posted when the answer is
 * ready, voided on failure. Holds left by a crashed process are voided by any running process (sections 2 and 8).
 */
import type { AppContext } from '../app-context.ts';
import { randomId } from '../random-id.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { CreditTask, Hold, OutboxMail } from './credit-task.ts';
import { leave, markAlive, voidAbandonedHolds } from './hold-store.ts';
import { settleInOneTransaction } from './settle-store.ts';

export interface Credits {
  /** Returns undefined if no credit is left. */
  hold(accountId: string, endpointId: string): Promise<Hold | undefined>;
  /** `hold` is undefined for an account without a limit, which may still have mails to store. */
  post(hold: Hold | undefined, mails: readonly OutboxMail[]): Promise<void>;
  void(hold: Hold): Promise<void>;
  /** Holds and posts in one step; returns false if no credit is left. */
  charge(accountId: string, endpointId: string, mails: readonly OutboxMail[]): Promise<boolean>;
  close(): Promise<void>;
}

const heartbeatMs = 5_000;
/** A process without a heartbeat for this long is considered dead. */
const silentForMs = 20_000;

export async function openCredits(context: AppContext): Promise<Credits> {
  const { database, now } = context;
  const instanceId = randomId();
  let count = 0;
  const settle = groupCommit((tasks: readonly CreditTask[]) =>
    settleInOneTransaction(database.db, instanceId, tasks, now()),
  );
  const newHold = (accountId: string, endpointId: string): Hold => {
    count += 1;
    return { id: `${instanceId}-${count}`, accountId, endpointId };
  };
  const heartbeat = await startHeartbeat(context, instanceId);

  return {
    hold: async (accountId, endpointId) => {
      const hold = newHold(accountId, endpointId);
      return (await settle({ kind: 'hold', hold })) ? hold : undefined;
    },
    post: async (hold, mails) => {
      if (hold !== undefined || mails.length > 0) await settle({ kind: 'post', hold, mails });
    },
    void: async (hold) => {
      await settle({ kind: 'void', hold });
    },
    charge: (accountId, endpointId, mails) =>
      settle({ kind: 'charge', hold: newHold(accountId, endpointId), mails }),
    close: async () => {
      clearInterval(heartbeat);
      await leave(database.db, instanceId);
    },
  };
}

async function startHeartbeat({ database, log }: AppContext, instanceId: string): Promise<NodeJS.Timeout> {
  const beat = async (): Promise<void> => {
    await markAlive(database, instanceId);
    const voided = await voidAbandonedHolds(database, silentForMs);
    if (voided > 0) log.warn({ voided }, 'voided credits that a stopped process had on hold');
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.error(error, 'heartbeat failed'));
  }, heartbeatMs);
  return timer.unref();
}
