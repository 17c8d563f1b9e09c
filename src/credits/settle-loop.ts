/**
 * What runs in the thread that settles credits on SQLite (see `settle-in-thread.ts`): a connection of its own,
 * one group of tasks at a time, in the order in which they come.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer, ThreadData, ThreadQuestion } from './settle-in-thread.ts';
import { entryColumns, mailColumns, type Parameter, type Settling, settleTasks } from './settle-tasks.ts';

const { file, instanceId, statements }: ThreadData = workerData;

const database = new DatabaseSync(file, { timeout: 10_000 });
database.exec('PRAGMA synchronous = FULL');

const prepared = {
  reserve: database.prepare(statements.reserve),
  countHolds: database.prepare(statements.countHolds),
  endHolds: database.prepare(statements.endHolds),
  charge: database.prepare(statements.charge),
  chargeAtOnce: database.prepare(statements.chargeAtOnce),
  unhold: database.prepare(statements.unhold),
};
const insertEntry = insertion('credit_entries', entryColumns);
const insertMail = insertion('outbox', mailColumns);

const settling: Settling = {
  change: async (statement, parameters) => Number(prepared[statement].run(...parameters).changes) > 0,
  insertEntries: async (rows) => insertAll(insertEntry, rows),
  insertMails: async (rows) => insertAll(insertMail, rows),
};

parentPort?.on('message', async (question: string) => {
  const { tasks, at }: ThreadQuestion = JSON.parse(question);
  parentPort?.postMessage(await answer(tasks, at));
});

async function answer(tasks: ThreadQuestion['tasks'], at: number): Promise<ThreadAnswer> {
  try {
    database.exec('BEGIN IMMEDIATE');
    try {
      const done = await settleTasks(settling, instanceId, tasks, at);
      database.exec('COMMIT');
      return { done };
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function insertion(table: string, columns: readonly string[]): StatementSync {
  const values = columns.map(() => '?').join(', ');
  return database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
}

function insertAll(statement: StatementSync, rows: readonly (readonly Parameter[])[]): void {
  for (const row of rows) statement.run(...row);
}
