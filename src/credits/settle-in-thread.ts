/**
 * On SQLite a commit waits for the disk, and a write for whoever else is writing. Credits are settled in a
 * thread of their own, so that neither ever stops the event loop; what arrives meanwhile shares the next commit.
 */
import { Worker } from 'node:worker_threads';
import type { SettleTasks } from './hold-store.ts';
import type { CreditTask, StatementName } from './settle-tasks.ts';

/** Sent as JSON: a text crosses over to a thread far quicker than objects. */
export interface ThreadQuestion {
  readonly tasks: readonly CreditTask[];
  readonly at: number;
}

export type ThreadAnswer = { readonly done: boolean[] } | { readonly failure: string };

export interface SettlingThread {
  /** One call at a time. */
  readonly settle: SettleTasks;
  close(): Promise<void>;
}

export interface ThreadData {
  readonly file: string;
  readonly instanceId: string;
  readonly statements: Readonly<Record<StatementName, string>>;
}

export function settleInThread(data: ThreadData): SettlingThread {
  let worker: Worker | undefined;
  let pending: PromiseWithResolvers<boolean[]> | undefined;

  /** A thread that has failed is replaced at the next call. */
  function start(): Worker {
    const started = new Worker(new URL('./settle-thread.mjs', import.meta.url), { workerData: data });
    started.unref();
    started.on('message', (answer: ThreadAnswer) => {
      if ('done' in answer) pending?.resolve(answer.done);
      else pending?.reject(new Error(answer.failure));
    });
    started.on('error', (error) => pending?.reject(error));
    started.on('exit', () => {
      worker = undefined;
      pending?.reject(new Error('the thread that settles credits has ended'));
    });
    return started;
  }

  worker = start();
  return {
    settle: (tasks, at) => {
      worker ??= start();
      pending = Promise.withResolvers<boolean[]>();
      worker.postMessage(JSON.stringify({ tasks, at } satisfies ThreadQuestion));
      return pending.promise;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
