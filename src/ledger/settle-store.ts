/**
 * Settles credits: holds them by a conditional update, then posts or voids them, or charges in one step. Many
 * requests share one transaction; the number of updated rows decides which of them get a credit (contract 8.1.3).
 */

import type { CompiledQuery } from 'kysely';
import { type ExportRun, mailExportRuns } from '../mail/export-ran-store.ts';
import { compiledInsert, type InsertRows } from '../storage/database/compiled-insert.ts';
import type { Db, Tx } from '../storage/database/database.ts';
import type { CreditEntryRow } from '../storage/database/schema.ts';
import type { CreditTask, Hold } from './credit-task.ts';
import { mailExhausted } from './exhausted-store.ts';
import { tasksOfLostRuns } from './finished-run-store.ts';

interface SettlingProcess extends SettlingStatements {
  readonly instanceId: string;
  /** Where an owner gets more credits. */
  readonly plansLink: string;
}

/** Those of nearly every transaction, compiled once. */
interface SettlingStatements {
  readonly charge: Charge;
  readonly insertEntries: InsertRows<CreditEntryRow>;
}

export function settlingStatements(db: Db): SettlingStatements {
  return { charge: chargeOf(db), insertEntries: entryInserter(db) };
}

type Charge = (db: Tx, accountId: string, count: number) => Promise<Left | undefined>;

function chargeOf(db: Db): Charge {
  const statement: CompiledQuery<Left> = withCreditsLeft(db, '', 0)
    .set((field) => ({ credits: field('credits', '-', 0) }))
    .returning('credits as left')
    .compile();
  return async (transaction, accountId, count) => {
    const parameters = [count, accountId, count];
    return (await transaction.executeQuery<Left>({ ...statement, parameters })).rows[0];
  };
}

function entryInserter(db: Db): InsertRows<CreditEntryRow> {
  const anyRow: CreditEntryRow = { id: '', account_id: '', kind: '', amount: 0, endpoint_id: '', at: 0 };
  return compiledInsert(
    (size) => db.insertInto('credit_entries').values(Array(size).fill(anyRow)).compile(),
    ({ id, account_id, kind, amount, endpoint_id, at }) => [id, account_id, kind, amount, endpoint_id, at],
  );
}

/**
 * Returns for each task whether it held, charged or gave back a credit: false if no credit was left, and for every
 * void; true for a post without a hold. `settled` has the same, also when the answer to the commit is lost.
 */
export async function settleInOneTransaction(
  db: Db,
  process: SettlingProcess,
  tasks: readonly CreditTask[],
  at: number,
  settled: boolean[] = [],
): Promise<readonly boolean[]> {
  await db.transaction().execute(async (transaction) => {
    settled.splice(0, settled.length, ...(await settleTasks(transaction, process, tasks, at)));
  });
  return settled;
}

async function settleTasks(
  db: Tx,
  { instanceId, plansLink, charge, insertEntries }: SettlingProcess,
  wanted: readonly CreditTask[],
  at: number,
): Promise<boolean[]> {
  const lost = await tasksOfLostRuns(db, wanted, at);
  const tasks = wanted.flatMap((task) => (lost.has(task) ? voidOf(task) : [task]));
  const done = new Set<Hold>();
  for (const [accountId, group] of byAccount(tasks)) {
    const account = { db, accountId, instanceId };
    const { charged, missing } = await endHolds(account, group);
    const reserved = await reserve(account, group);
    const atOnce = await takeForAll([...missing, ...holdsOf(group, 'charge')], (count) =>
      charge(db, accountId, count),
    );
    const refunded = await refund(account, holdsOf(group, 'refund'));
    for (const { holds } of [charged, reserved, atOnce, refunded]) for (const hold of holds) done.add(hold);
    if (charged.left === 0 || atOnce.left === 0) await mailExhausted(db, accountId, plansLink, at);
  }
  await insertEntries(db, entriesOfDone(tasks, done, at));
  await mailExportRuns(db, runsOf(tasks, done), at);
  return wanted.map((task) => !lost.has(task) && (task.hold === undefined || done.has(task.hold)));
}

function voidOf({ hold }: CreditTask): CreditTask[] {
  return hold ? [{ kind: 'void', hold }] : [];
}

interface SettledAccount {
  readonly db: Tx;
  readonly accountId: string;
  readonly instanceId: string;
}

interface HeldTask {
  readonly kind: CreditTask['kind'];
  readonly hold: Hold;
}

/** Sorted by account, so that concurrent transactions lock rows in the same order and cannot deadlock. */
function byAccount(tasks: readonly CreditTask[]): [string, HeldTask[]][] {
  const held = tasks.flatMap(({ kind, hold }): HeldTask[] => (hold ? [{ kind, hold }] : []));
  return [...Map.groupBy(held, ({ hold }) => hold.accountId)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function holdsOf(group: readonly HeldTask[], wanted: CreditTask['kind']): Hold[] {
  return group.flatMap(({ kind, hold }) => (kind === wanted ? [hold] : []));
}

/**
 * Posts and voids: both reduce the hold, and posts also reduce the balance. Holds that others have voided, because
 * this process seemed dead, are missing from the count: as many end as are left, voids before posts.
 */
async function endHolds(
  account: SettledAccount,
  group: readonly HeldTask[],
): Promise<{ readonly charged: Taken; readonly missing: readonly Hold[] }> {
  const { db, accountId, instanceId } = account;
  const voids = holdsOf(group, 'void');
  const posts = holdsOf(group, 'post');
  const { holds: ended } = await takeForAll([...voids, ...posts], (count) =>
    db
      .updateTable('credit_holds')
      .set((field) => ({ held: field('held', '-', count) }))
      .where('account_id', '=', accountId)
      .where('instance_id', '=', instanceId)
      .where('held', '>=', count)
      .returning('held as left')
      .executeTakeFirst(),
  );
  const posted = ended.slice(voids.length);
  // If the balance was lowered or the limit removed in the meantime, the hit is free: it never goes below zero.
  const charged = await takeForAll(posted, (taken) =>
    db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', taken), held: field('held', '-', taken) }))
      .where('id', '=', accountId)
      .where('credits', '>=', taken)
      .returning('credits as left')
      .executeTakeFirst(),
  );
  const free = ended.length - charged.holds.length;
  if (free > 0) await unhold(account, free);
  return { charged, missing: posts.slice(posted.length) };
}

async function unhold({ db, accountId }: SettledAccount, count: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((field) => ({ held: field('held', '-', count) }))
    .where('id', '=', accountId)
    .execute();
}

async function reserve(account: SettledAccount, group: readonly HeldTask[]): Promise<Taken> {
  const { db, accountId, instanceId } = account;
  const reserved = await takeForAll(holdsOf(group, 'hold'), (count) =>
    withCreditsLeft(db, accountId, count)
      .set((field) => ({ held: field('held', '+', count) }))
      .returning('credits as left')
      .executeTakeFirst(),
  );
  const { length: held } = reserved.holds;
  if (held > 0) {
    await db
      .insertInto('credit_holds')
      .values({ account_id: accountId, instance_id: instanceId, held })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'instance_id'])
          .doUpdateSet((field) => ({ held: field('credit_holds.held', '+', held) })),
      )
      .execute();
  }
  return reserved;
}

/** Not to an account that has no limit by now. */
function refund({ db, accountId }: SettledAccount, holds: readonly Hold[]): Promise<Taken> {
  return takeForAll(holds, (count) =>
    db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '+', count) }))
      .where('id', '=', accountId)
      .where('credits', 'is not', null)
      .returning('credits as left')
      .executeTakeFirst(),
  );
}

/** Matches the account only if it has at least `count` credits that are not on hold. */
function withCreditsLeft(db: Db, accountId: string, count: number) {
  return db
    .updateTable('accounts')
    .where('id', '=', accountId)
    .where((field) => field(field('credits', '-', field.ref('held')), '>=', count));
}

interface Left {
  /** The count after the update. */
  readonly left: number | null;
}

/** Undefined when there are not as many. */
type Take = (count: number) => Promise<Left | undefined>;

interface Taken extends Partial<Left> {
  readonly holds: readonly Hold[];
}

/** Takes one for each hold: all at once if there are enough, otherwise one by one until none is left. */
async function takeForAll(holds: readonly Hold[], take: Take): Promise<Taken> {
  if (holds.length === 0) return { holds };
  const all = await take(holds.length);
  return all ? { holds, ...all } : takeOneByOne(holds, take);
}

async function takeOneByOne(holds: readonly Hold[], take: Take): Promise<Taken> {
  let count = 0;
  let last: Left | undefined;
  while (holds.length > 1 && count < holds.length) {
    const one = await take(1);
    if (!one) break;
    count += 1;
    last = one;
  }
  return { holds: holds.slice(0, count), ...last };
}

function entriesOfDone(tasks: readonly CreditTask[], done: ReadonlySet<Hold>, at: number): CreditEntryRow[] {
  return tasks.flatMap(({ kind, hold }) => (hold && done.has(hold) ? entriesOf(kind, hold, at) : []));
}

function entriesOf(kind: CreditTask['kind'], hold: Hold, at: number): CreditEntryRow[] {
  const entry = { account_id: hold.accountId, endpoint_id: hold.endpointId, at };
  if (kind === 'post' || kind === 'charge') return [{ ...entry, id: hold.id, kind: 'hit', amount: -1 }];
  if (kind === 'refund') return [{ ...entry, id: `${hold.id}-refund`, kind: 'refund', amount: 1 }];
  return [];
}

/** Those of every answered hit, whether it was charged or not. */
function runsOf(tasks: readonly CreditTask[], done: ReadonlySet<Hold>): ExportRun[] {
  return tasks.flatMap((task) =>
    task.kind === 'post' || (task.kind === 'charge' && done.has(task.hold)) ? task.runs : [],
  );
}
