/**
 * What runs in the thread that settles credits on SQLite (see `settle-in-thread.ts`): a connection of its own,
 * one group of tasks at a time, in the order in which they come.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openDatabase } from '../storage/database.ts';
import { taskSettler } from './hold-store.ts';
import type { ThreadAnswer, ThreadQuestion } from './settle-in-thread.ts';

const { databaseUrl, instanceId } = z
  .object({ databaseUrl: z.string(), instanceId: z.string() })
  .parse(workerData);

const { db } = await openDatabase(databaseUrl);
const settle = taskSettler(db, instanceId);

parentPort?.on('message', async (question: string) => {
  const { tasks, at }: ThreadQuestion = JSON.parse(question);
  parentPort?.postMessage(await answer(tasks, at));
});

async function answer(tasks: ThreadQuestion['tasks'], at: number): Promise<ThreadAnswer> {
  try {
    return { done: await settle(tasks, at) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
