/**
 * The door of time: once a second it makes runs of the jobs that are due, and starts runs that wait, a few at once.
 * All replicas do the same; the database decides who gets which (sections 1 and 2).
 */
import type { ExportContext } from '../export/export-context.ts';
import { randomId } from '../random-id.ts';
import { dueJobs, makeDueRun } from './due-store.ts';
import { nextRun } from './next-run.ts';
import { runJob } from './run-job.ts';
import { nextInOrder } from './run-order.ts';
import { claimRun, type WaitingRun, waitingRuns } from './run-store.ts';

const lookEveryMs = 1_000;
const mostDueAtOnce = 500;
const mostWaitingAtOnce = 200;
const mostAtOnce = 8;
/** For runs to notice that they are to end. */
const abortWithinMs = 3_000;

export interface Scheduler {
  /** Nothing new begins; what runs gets `graceMs`, then it is given back for others to run. */
  stop(graceMs: number): Promise<void>;
}

export function startScheduler(context: ExportContext): Scheduler {
  const runner = new Runner(context);
  let isStopped = false;
  let isFailing = false;
  const look = async (): Promise<void> => {
    try {
      await makeDueRuns(context);
      const waiting = await waitingRuns(context.database, mostWaitingAtOnce);
      if (!isStopped) runner.offer(waiting);
      isFailing = false;
    } catch (err) {
      // Once for an outage.
      if (!isFailing) context.log.error({ err }, 'could not look for due jobs');
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
async function makeDueRuns({ database, now }: ExportContext): Promise<void> {
  for (const job of await dueJobs(database.db, now(), mostDueAtOnce)) {
    await makeDueRun(database.db, job, nextRun(job.schedule, now()), randomId());
  }
}

class Runner {
  readonly #context: ExportContext;
  readonly #stopped = new AbortController();
  readonly #underWay = new Map<string, { readonly accountId: string; readonly ended: Promise<void> }>();
  #waiting: readonly WaitingRun[] = [];

  constructor(context: ExportContext) {
    this.#context = context;
  }

  offer(waiting: readonly WaitingRun[]): void {
    this.#waiting = waiting.filter(({ id }) => !this.#underWay.has(id));
    this.#fill();
  }

  async stop(graceMs: number): Promise<void> {
    this.#waiting = [];
    await this.#allEnded(graceMs);
    this.#stopped.abort();
    await this.#allEnded(abortWithinMs);
  }

  #fill(): void {
    while (this.#underWay.size < mostAtOnce) {
      const next = nextInOrder(this.#waiting, this.#counts());
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
      log.error({ err, run: waiting.id }, 'a run of a scheduled job was cut off');
    }
  }

  #counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
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
