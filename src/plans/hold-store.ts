/**
 * Credits on hold (DESIGN section 1, "charging"): reserved by one conditional update, then posted as a charge
 * or voided. Many requests share one transaction. What is on hold is counted per account and process, so that
 * whoever is alive can void what a crashed process has left.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import { changes } from '../storage/compiled-query.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';

type Db = Kysely<Schema>;

export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
}

export interface OutboxMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export type CreditTask =
  | { readonly kind: 'hold' | 'void'; readonly hold: Hold }
  /** A hold and its post in one step. */
  | { readonly kind: 'charge'; readonly hold: Hold; readonly mails: readonly OutboxMail[] }
  /** Without a hold where the account has no limit; its mails are written all the same. */
  | { readonly kind: 'post'; readonly hold: Hold | undefined; readonly mails: readonly OutboxMail[] };

export type SettleTasks = (tasks: readonly CreditTask[], at: number) => Promise<boolean[]>;

/** Answers for each task whether a credit was reserved or charged by it. */
export function taskSettler(db: Db, instanceId: string): SettleTasks {
  const statements = compileStatements(db);
  return (tasks, at) =>
    db.transaction().execute(async (transaction) => {
      const done = new Set<Hold>();
      for (const [accountId, group] of byAccount(tasks)) {
        const settler = { db: transaction, statements, accountId, instanceId };
        for (const hold of await release(settler, group)) done.add(hold);
        for (const hold of await reserve(settler, group)) done.add(hold);
        for (const hold of await chargeAtOnce(settler, group)) done.add(hold);
      }
      await writeEntries(transaction, statements, tasks, done, at);
      await writeMails(transaction, tasks, done, at);
      return tasks.map(({ hold }) => hold === undefined || done.has(hold));
    });
}

type Statements = ReturnType<typeof compileStatements>;

interface Settler {
  readonly db: Db;
  readonly statements: Statements;
  readonly accountId: string;
  readonly instanceId: string;
}

/** Posts and voids: what is taken off the hold, and for posts off the balance. */
async function release(settler: Settler, group: readonly HeldTask[]): Promise<Hold[]> {
  const { db, statements, accountId, instanceId } = settler;
  const ending = group.filter(({ kind }) => kind === 'post' || kind === 'void');
  if (ending.length === 0) return [];
  const count = ending.length;
  if (!(await changes(db, statements.endHolds, [count, accountId, instanceId, count]))) return [];
  const charged = await charge(settler, holdsOf(group, 'post'));
  if (charged.length < count) await changes(db, statements.unhold, [count - charged.length, accountId]);
  return charged;
}

/** A balance that was lowered or lifted meanwhile has nothing to take: such a hit is free, never below zero. */
function charge({ db, statements, accountId }: Settler, posts: readonly Hold[]): Promise<Hold[]> {
  return takeForAll(posts, (count) => changes(db, statements.charge, [count, count, accountId, count]));
}

async function reserve(settler: Settler, group: readonly HeldTask[]): Promise<Hold[]> {
  const { db, statements, accountId, instanceId } = settler;
  const reserved = await takeForAll(holdsOf(group, 'hold'), (count) =>
    changes(db, statements.reserve, [count, accountId, count]),
  );
  const { length } = reserved;
  if (length > 0) await changes(db, statements.countHolds, [accountId, instanceId, length, length]);
  return reserved;
}

function chargeAtOnce({ db, statements, accountId }: Settler, group: readonly HeldTask[]): Promise<Hold[]> {
  return takeForAll(holdsOf(group, 'charge'), (count) =>
    changes(db, statements.chargeAtOnce, [count, accountId, count]),
  );
}

function holdsOf(group: readonly HeldTask[], wanted: CreditTask['kind']): Hold[] {
  return group.flatMap(({ kind, hold }) => (kind === wanted ? [hold] : []));
}

/** A credit for each: for all together if there are enough, else one by one until there are none left. */
async function takeForAll(
  holds: readonly Hold[],
  take: (count: number) => Promise<boolean>,
): Promise<Hold[]> {
  if (holds.length === 0) return [];
  let taken = (await take(holds.length)) ? holds.length : 0;
  if (taken === 0 && holds.length > 1) while (taken < holds.length && (await take(1))) taken += 1;
  return holds.slice(0, taken);
}

function compileStatements(db: Db) {
  return {
    reserve: db
      .updateTable('accounts')
      .set((field) => ({ held: field('held', '+', 0) }))
      .where('id', '=', '')
      .where((field) => field(field('credits', '-', field.ref('held')), '>=', 0))
      .compile(),
    countHolds: db
      .insertInto('credit_holds')
      .values({ account_id: '', instance_id: '', held: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'instance_id'])
          .doUpdateSet((field) => ({ held: field('credit_holds.held', '+', 0) })),
      )
      .compile(),
    endHolds: db
      .updateTable('credit_holds')
      .set((field) => ({ held: field('held', '-', 0) }))
      .where('account_id', '=', '')
      .where('instance_id', '=', '')
      .where('held', '>=', 0)
      .compile(),
    charge: db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', 0), held: field('held', '-', 0) }))
      .where('id', '=', '')
      .where('credits', '>=', 0)
      .compile(),
    chargeAtOnce: db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', 0) }))
      .where('id', '=', '')
      .where((field) => field(field('credits', '-', field.ref('held')), '>=', 0))
      .compile(),
    unhold: db
      .updateTable('accounts')
      .set((field) => ({ held: field('held', '-', 0) }))
      .where('id', '=', '')
      .compile(),
    entries: entryStatements(db),
  };
}

const entriesAtOnce = 64;

/** Insertion of so many entries, compiled when the number first comes. */
function entryStatements(db: Db): (count: number) => CompiledQuery {
  const entry = { id: '', account_id: '', kind: '', amount: 0, endpoint_id: '', at: 0 };
  const compiled = new Map<number, CompiledQuery>();
  return (count) => {
    const known = compiled.get(count);
    if (known) return known;
    const rows = Array.from({ length: count }, () => entry);
    const statement = db.insertInto('credit_entries').values(rows).compile();
    compiled.set(count, statement);
    return statement;
  };
}

async function writeEntries(
  db: Db,
  statements: Statements,
  tasks: readonly CreditTask[],
  done: ReadonlySet<Hold>,
  at: number,
): Promise<void> {
  const charged = tasks.flatMap(({ kind, hold }) =>
    (kind === 'post' || kind === 'charge') && hold && done.has(hold) ? [hold] : [],
  );
  for (let from = 0; from < charged.length; from += entriesAtOnce) {
    const holds = charged.slice(from, from + entriesAtOnce);
    const values = holds.flatMap(({ id, accountId, endpointId }) => [
      id,
      accountId,
      'hit',
      -1,
      endpointId,
      at,
    ]);
    await changes(db, statements.entries(holds.length), values);
  }
}

/** The mails of a hit that was answered, charged or not. */
async function writeMails(
  db: Db,
  tasks: readonly CreditTask[],
  done: ReadonlySet<Hold>,
  at: number,
): Promise<void> {
  const mails = tasks.flatMap((task) =>
    task.kind === 'post' || (task.kind === 'charge' && done.has(task.hold)) ? task.mails : [],
  );
  if (mails.length === 0) return;
  await db
    .insertInto('outbox')
    .values(mails.map((mail) => ({ ...mail, created_at: at, sent_at: null })))
    .execute();
}

interface HeldTask {
  readonly kind: CreditTask['kind'];
  readonly hold: Hold;
}

/** In one order everywhere, so that two transactions never wait for each other. */
function byAccount(tasks: readonly CreditTask[]): [string, HeldTask[]][] {
  const held = tasks.flatMap(({ kind, hold }): HeldTask[] => (hold ? [{ kind, hold }] : []));
  return [...Map.groupBy(held, ({ hold }) => hold.accountId)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Tells the other processes that this one lives. */
export async function markAlive({ db, engine }: Database, instanceId: string): Promise<void> {
  await db
    .insertInto('instances')
    .values({ id: instanceId, seen_at: engine.now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: engine.now }))
    .execute();
}

/** Voids what processes that have been silent for so long left on hold; answers how many credits that were. */
export async function voidAbandonedHolds({ db, engine }: Database, silentForMs: number): Promise<number> {
  const abandoned = await db
    .selectFrom('credit_holds')
    .leftJoin('instances', 'instances.id', 'credit_holds.instance_id')
    .selectAll('credit_holds')
    .where((field) =>
      field.or([
        field('instances.id', 'is', null),
        field('instances.seen_at', '<', field(engine.now, '-', silentForMs)),
      ]),
    )
    .execute();
  for (const holds of abandoned) await voidCounted(db, holds);
  return abandoned.reduce((sum, { held }) => sum + held, 0);
}

async function voidCounted(db: Db, holds: Schema['credit_holds']): Promise<void> {
  const { account_id, instance_id, held } = holds;
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('credit_holds')
      .where('account_id', '=', account_id)
      .where('instance_id', '=', instance_id)
      .where('held', '=', held)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await transaction
      .updateTable('accounts')
      .set((field) => ({ held: field('held', '-', held) }))
      .where('id', '=', account_id)
      .execute();
  });
}

export async function leave(db: Db, instanceId: string): Promise<void> {
  await db.deleteFrom('credit_holds').where('instance_id', '=', instanceId).where('held', '=', 0).execute();
  await db.deleteFrom('instances').where('id', '=', instanceId).execute();
}
