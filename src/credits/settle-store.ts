/**
 * Settles credits: holds them by a conditional update, then posts or voids them, or charges in one step. Many
 * requests share one transaction; the number of updated rows decides which of them get a credit (DESIGN section 1,
 * "charging").
 */
import type { Kysely, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely';
import { insertMails, type OutboxMail } from '../mail/outbox-store.ts';
import type { Schema } from '../storage/schema.ts';
import type { CreditTask, Hold } from './credit-task.ts';
import { tasksOfLostRuns } from './finished-run-store.ts';

type Db = Transaction<Schema>;

/**
 * Returns for each task whether it held, charged or gave back a credit: false if no credit was left, and for every
 * void; true for a post without a hold. `settled` has the same, also when the answer to the commit is lost.
 */
export async function settleInOneTransaction(
  db: Kysely<Schema>,
  instanceId: string,
  tasks: readonly CreditTask[],
  at: number,
  settled: boolean[] = [],
): Promise<readonly boolean[]> {
  await db.transaction().execute(async (transaction) => {
    settled.splice(0, settled.length, ...(await settleTasks(transaction, instanceId, tasks, at)));
  });
  return settled;
}

async function settleTasks(
  db: Db,
  instanceId: string,
  wanted: readonly CreditTask[],
  at: number,
): Promise<boolean[]> {
  const lost = await tasksOfLostRuns(db, wanted, at);
  const tasks = wanted.flatMap((task) => (lost.has(task) ? voidOf(task) : [task]));
  const done = new Set<Hold>();
  for (const [accountId, group] of byAccount(tasks)) {
    const account = { db, accountId, instanceId };
    const { charged, missing } = await endHolds(account, group);
    const atOnce = [...missing, ...holdsOf(group, 'charge')];
    for (const hold of charged) done.add(hold);
    for (const hold of await reserve(account, group)) done.add(hold);
    for (const hold of await chargeAtOnce(account, atOnce)) done.add(hold);
    for (const hold of await refund(account, holdsOf(group, 'refund'))) done.add(hold);
  }
  await insertEntries(db, tasks, done, at);
  await insertMails(db, mailsOf(tasks, done), at);
  return wanted.map((task) => !lost.has(task) && (task.hold === undefined || done.has(task.hold)));
}

function voidOf({ hold }: CreditTask): CreditTask[] {
  return hold ? [{ kind: 'void', hold }] : [];
}

interface SettledAccount {
  readonly db: Db;
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
): Promise<{ readonly charged: readonly Hold[]; readonly missing: readonly Hold[] }> {
  const { db, accountId, instanceId } = account;
  const voids = holdsOf(group, 'void');
  const posts = holdsOf(group, 'post');
  const ended = await takeForAll([...voids, ...posts], (count) =>
    db
      .updateTable('credit_holds')
      .set((field) => ({ held: field('held', '-', count) }))
      .where('account_id', '=', accountId)
      .where('instance_id', '=', instanceId)
      .where('held', '>=', count),
  );
  const posted = ended.slice(voids.length);
  // If the balance was lowered or the limit removed in the meantime, the hit is free: it never goes below zero.
  const charged = await takeForAll(posted, (taken) =>
    db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', taken), held: field('held', '-', taken) }))
      .where('id', '=', accountId)
      .where('credits', '>=', taken),
  );
  if (charged.length < ended.length) await unhold(account, ended.length - charged.length);
  return { charged, missing: posts.slice(posted.length) };
}

async function unhold({ db, accountId }: SettledAccount, count: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((field) => ({ held: field('held', '-', count) }))
    .where('id', '=', accountId)
    .execute();
}

async function reserve(account: SettledAccount, group: readonly HeldTask[]): Promise<Hold[]> {
  const { db, accountId, instanceId } = account;
  const reserved = await takeForAll(holdsOf(group, 'hold'), (count) =>
    withCreditsLeft(account, count).set((field) => ({ held: field('held', '+', count) })),
  );
  const { length: held } = reserved;
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

function chargeAtOnce(account: SettledAccount, holds: readonly Hold[]): Promise<Hold[]> {
  return takeForAll(holds, (count) =>
    withCreditsLeft(account, count).set((field) => ({ credits: field('credits', '-', count) })),
  );
}

/** Not to an account that has no limit by now. */
function refund({ db, accountId }: SettledAccount, holds: readonly Hold[]): Promise<Hold[]> {
  return takeForAll(holds, (count) =>
    db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '+', count) }))
      .where('id', '=', accountId)
      .where('credits', 'is not', null),
  );
}

/** Matches the account only if it has at least `count` credits that are not on hold. */
function withCreditsLeft({ db, accountId }: SettledAccount, count: number): UpdateAccounts {
  return db
    .updateTable('accounts')
    .where('id', '=', accountId)
    .where((field) => field(field('credits', '-', field.ref('held')), '>=', count));
}

type UpdateAccounts = UpdateQueryBuilder<Schema, 'accounts', 'accounts', UpdateResult>;

interface Taking {
  executeTakeFirstOrThrow(): Promise<UpdateResult>;
}

/** Takes one for each hold: all at once if there are enough, otherwise one by one until none is left. */
async function takeForAll(holds: readonly Hold[], take: (count: number) => Taking): Promise<Hold[]> {
  if (holds.length === 0) return [];
  let taken = (await hasUpdated(take(holds.length))) ? holds.length : 0;
  if (taken === 0 && holds.length > 1) {
    while (taken < holds.length && (await hasUpdated(take(1)))) taken += 1;
  }
  return holds.slice(0, taken);
}

async function hasUpdated(query: Taking): Promise<boolean> {
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

async function insertEntries(
  db: Db,
  tasks: readonly CreditTask[],
  done: ReadonlySet<Hold>,
  at: number,
): Promise<void> {
  const entries = tasks.flatMap(({ kind, hold }) =>
    hold && done.has(hold) ? entriesOf(kind, hold, at) : [],
  );
  if (entries.length > 0) await db.insertInto('credit_entries').values(entries).execute();
}

function entriesOf(kind: CreditTask['kind'], hold: Hold, at: number): Schema['credit_entries'][] {
  const entry = { account_id: hold.accountId, endpoint_id: hold.endpointId, at };
  if (kind === 'post' || kind === 'charge') return [{ ...entry, id: hold.id, kind: 'hit', amount: -1 }];
  if (kind === 'refund') return [{ ...entry, id: `${hold.id}-refund`, kind: 'refund', amount: 1 }];
  return [];
}

/** Those of every answered hit, whether it was charged or not. */
function mailsOf(tasks: readonly CreditTask[], done: ReadonlySet<Hold>): OutboxMail[] {
  return tasks.flatMap((task) =>
    task.kind === 'post' || (task.kind === 'charge' && done.has(task.hold)) ? task.mails : [],
  );
}
