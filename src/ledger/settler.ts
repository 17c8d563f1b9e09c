/**
 * Settles credits in groups (`settle-store.ts`), through faults of the database: a group that was certainly not
 * committed is tried again for a while, one whose fate became known too late is made undone, and an account whose row
 * somebody has locked keeps nobody else waiting (contract 8.1.3).
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { minuteMs } from '../base/durations.ts';
import { siteLink } from '../mail/site-link.ts';
import { groupCommit } from '../storage/database/group-commit.ts';
import { OutcomeUnknownError } from '../storage/database/postgres-connections.ts';
import { isLockTimeout, isOutage } from '../storage/state-failure.ts';
import type { CreditTask } from './credit-task.ts';
import { settleInOneTransaction, settlingStatements } from './settle-store.ts';

type Settle = (task: CreditTask) => Promise<boolean>;

const triedForMs = 8_000;
const triedEveryMs = 100;
/** As long as the marks of transactions are kept, and not much less. */
const askedForMs = 5 * minuteMs;

export function settler(context: AppContext, instanceId: string): Settle {
  const { database, now, config } = context;
  const settling = {
    instanceId,
    plansLink: siteLink(config, 'plans'),
    ...settlingStatements(database.db),
  };
  const lanes = new Map<string, Lane>();

  /** `waitsForLocks` in a lane where nobody else waits. */
  async function commit(
    tasks: readonly CreditTask[],
    { waitsForLocks }: { readonly waitsForLocks: boolean },
  ): Promise<readonly boolean[]> {
    const settled: boolean[] = [];
    for (const until = performance.now() + triedForMs; ; await pause(triedEveryMs)) {
      try {
        return await settleInOneTransaction(database.db, settling, tasks, now(), settled);
      } catch (error) {
        if (error instanceof OutcomeUnknownError) void undoIfCommitted(error, tasks, settled);
        const isHopeless = !isOutage(error) || error instanceof OutcomeUnknownError;
        const isLocked = isLockTimeout(error) && !waitsForLocks;
        if (isHopeless || isLocked || performance.now() >= until) throw error;
      }
    }
  }

  /** Those who waited have been told that the service cannot reach its data: what was taken is given back. */
  async function undoIfCommitted(
    error: OutcomeUnknownError,
    tasks: readonly CreditTask[],
    settled: readonly boolean[],
  ): Promise<void> {
    let outcome = await error.outcome();
    for (const until = performance.now() + askedForMs; outcome === undefined && performance.now() < until; ) {
      outcome = await error.outcome();
    }
    const undone = tasks.flatMap((task, at) =>
      compensationFor(task, outcome === 'committed' && settled[at] === true),
    );
    await Promise.all(undone.map((task) => settle(task))).catch((err: unknown) =>
      context.log.error({ err, tasks: undone.length }, 'credits could not be given back'),
    );
  }

  const together = groupCommit((tasks: readonly CreditTask[]) => commit(tasks, { waitsForLocks: false }));
  const alone = (tasks: readonly CreditTask[]) => commit(tasks, { waitsForLocks: true });
  const settle: Settle = async (task) => {
    const account = task.hold?.accountId ?? '';
    const own = lanes.get(account);
    if (own) return own.settle(task);
    try {
      return await together(task);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const lane = lanes.get(account) ?? new Lane(alone, () => lanes.delete(account));
      lanes.set(account, lane);
      return lane.settle(task);
    }
  };
  return settle;
}

function compensationFor(task: CreditTask, isDone: boolean): CreditTask[] {
  const { kind, hold } = task;
  // A run that was written as finished stays finished, and paid for.
  if (!hold || (kind === 'post' && task.finishedRun)) return [];
  if (kind === 'void') return isDone ? [] : [task];
  if (!isDone) return [];
  return [kind === 'hold' ? { kind: 'void', hold } : { kind: 'refund', hold }];
}

/** For one account; it ends when nothing waits in it. */
class Lane {
  readonly #commit: Settle;
  readonly #ended: () => void;
  #waiting = 0;

  constructor(commit: (tasks: readonly CreditTask[]) => Promise<readonly boolean[]>, ended: () => void) {
    this.#commit = groupCommit(commit);
    this.#ended = ended;
  }

  async settle(task: CreditTask): Promise<boolean> {
    this.#waiting += 1;
    try {
      return await this.#commit(task);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#ended();
    }
  }
}
