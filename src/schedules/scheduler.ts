/**
 * The door of time: once a second it makes runs of the jobs that are due, and starts runs that wait, a few at once.
 * All replicas do the same; the database decides who gets which (contract 1.7.4).
 */

import { randomId } from '../base/random-id.ts';
import type { ExportContext } from '../export/export-context.ts';
import { oneByOne } from '../storage/database/one-by-one.ts';
import { dueJobs, makeDueRun, skipDueRun } from './due-store.ts';
import { nextRun } from './next-run.ts';
import { runJob } from './run-job.ts';
import { nextInOrder } from './run-order.ts';
import { claimRun, runningByAccount, type WaitingRun, waitingRuns } from './run-store.ts';
import { setUnreadableAside } from './unreadable-job.ts';

type RunsByAccount = ReadonlyMap<string, number>;

const noRuns: RunsByAccount = new Map();
const lookEveryMs = 1_000;
const maxDueAtOnce = 500;
const maxWaitingAtOnce = 200;
/** For runs to notice that they are to end. */
const abortWithinMs = 3_000;

interface Scheduler {
  /** Nothing new begins; what runs gets `graceMs`, then it is given back for others to run. */
  stop(graceMs: number): Promise<void>;
}

export function startScheduler(context: ExportContext): Scheduler {
  const runner = new Runner(context);
  let isStopped = false;
  let isFailing = false;
  const offerWaiting = async (): Promise<void> => {
    const waiting = await waitingRuns(context.database, maxWaitingAtOnce);
    const running = waiting.length > 0 ? await runningByAccount(context.database) : noRuns;
    if (!isStopped) runner.offer(waiting, running);
  };
  const look = async (): Promise<void> => {
    try {
      await makeDueRuns(context).finally(offerWaiting);
      isFailing = false;
    } catch (err) {
      // Once for an outage.
      if (!isFailing) context.log.error({ err }, 'could not poll due schedules');
      isFailing = true;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const lookAgain = (): void => {
    looking = look().then(() => {
      if (!isStopped) timer = setTimeout(lookAgain, lookEveryMs).unref();
    });
  };
  lookAgain();
  return {
    stop: async (graceMs) => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await runner.stop(graceMs);
    },
  };
}

/** After a time in which no service ran, a job is due once, however many of its times have passed. */
async function makeDueRuns(context: ExportContext): Promise<void> {
  const { database, now } = context;
  await oneByOne(await dueJobs(database.db, now(), maxDueAtOnce), ({ job, isSkipped }) => {
    if (job.unreadable !== undefined) return setUnreadableAside(context, job);
    const next = nextRun(job.schedule, now());
    return isSkipped ? skipDueRun(database.db, job, next) : makeDueRun(database.db, job, next, randomId());
  });
}

class Runner {
  readonly #context: ExportContext;
  readonly #stopped = new AbortController();
  readonly #underWay = new Map<string, { readonly accountId: string; readonly ended: Promise<void> }>();
  #waiting: readonly WaitingRun[] = [];
  /** Of each account, in other processes. */
  #elsewhere: RunsByAccount = noRuns;

  constructor(context: ExportContext) {
    this.#context = context;
  }

  /** `running` counts those of all processes, with this one. */
  offer(waiting: readonly WaitingRun[], running: RunsByAccount): void {
    this.#waiting = waiting.filter(({ id }) => !this.#underWay.has(id));
    const here = this.#countsWith(noRuns);
    this.#elsewhere = new Map(
      [...running].map(([account, count]) => [account, Math.max(0, count - (here.get(account) ?? 0))]),
    );
    this.#fill();
  }

  async stop(graceMs: number): Promise<void> {
    this.#waiting = [];
    await this.#allEnded(graceMs);
    this.#stopped.abort();
    await this.#allEnded(abortWithinMs);
  }

  #fill(): void {
    for (;;) {
      const next = nextInOrder(this.#waiting, this.#countsWith(this.#elsewhere), this.#underWay.size);
      if (!next) return;
      this.#waiting = this.#waiting.filter((run) => run !== next);
      const ended = this.#run(next).then(() => {
        this.#underWay.delete(next.id);
        this.#fill();
      });
      this.#underWay.set(next.id, { accountId: next.accountId, ended });
    }
  }

  async #run(waiting: WaitingRun): Promise<void> {
    const { database, now, log } = this.#context;
    const claim = { id: waiting.id, claim: randomId() };
    try {
      const attempts = await claimRun(database, claim, now());
      if (attempts === undefined) return;
      await runJob(this.#context, { ...waiting, ...claim, attempts }, this.#stopped.signal);
    } catch (err) {
      log.error({ err, run: waiting.id }, 'a run of a schedule was interrupted');
    }
  }

  #countsWith(elsewhere: RunsByAccount): RunsByAccount {
    const counts = new Map(elsewhere);
    for (const { accountId } of this.#underWay.values()) {
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    }
    return counts;
  }

  async #allEnded(withinMs: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    await Promise.race([Promise.all([...this.#underWay.values()].map(({ ended }) => ended)), late]);
    clearTimeout(timer);
  }
}
