/**
 * Balances, holds and the ledger (sections 2 and 8). The ledger is append-only and its sum is the balance;
 * whatever two processes could both do is decided by one conditional update.
 */
import type { Kysely, Transaction } from 'kysely';
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

/** What a successful hit leaves behind: its hold becomes a charge, and its mails wait in the outbox. */
export interface Posting {
  /** Absent where the account has no limit. */
  readonly hold: Hold | undefined;
  readonly mails: readonly OutboxMail[];
}

/** For each hold: whether there was a credit for it. */
export function placeHolds(db: Db, instanceId: string, holds: readonly Hold[]): Promise<boolean[]> {
  return db.transaction().execute(async (transaction) => {
    const placed = new Set<Hold>();
    for (const [accountId, group] of byAccount(holds)) {
      if (await reserve(transaction, accountId, group.length)) for (const hold of group) placed.add(hold);
      else for (const hold of group) if (await reserve(transaction, accountId, 1)) placed.add(hold);
    }
    if (placed.size > 0) {
      const rows = [...placed].map(({ id, accountId }) => ({
        id,
        account_id: accountId,
        instance_id: instanceId,
      }));
      await transaction.insertInto('credit_holds').values(rows).execute();
    }
    return holds.map((hold) => placed.has(hold));
  });
}

async function reserve(db: Db, accountId: string, count: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set((field) => ({ held: field('held', '+', count) }))
    .where('id', '=', accountId)
    .where((field) => field(field('credits', '-', field.ref('held')), '>=', count))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Turns holds into charges. A hold that is no longer there was voided: that hit is free. */
export function post(db: Db, at: number, postings: readonly Posting[]): Promise<boolean[]> {
  return db.transaction().execute(async (transaction) => {
    const holds = postings.flatMap(({ hold }) => (hold ? [hold] : []));
    const taken = await takeHolds(transaction, holds);
    const charged = new Set<Hold>();
    for (const [accountId, group] of byAccount(holds.filter(({ id }) => taken.has(id)))) {
      for (const hold of await chargeGroup(transaction, accountId, group)) charged.add(hold);
    }
    if (charged.size > 0) {
      const entries = [...charged].map(({ id, accountId, endpointId }) => ({
        id,
        account_id: accountId,
        kind: 'hit',
        amount: -1,
        endpoint_id: endpointId,
        at,
      }));
      await transaction.insertInto('credit_entries').values(entries).execute();
    }
    const mails = postings.flatMap((posting) =>
      posting.mails.map((mail) => ({ ...mail, created_at: at, sent_at: null })),
    );
    if (mails.length > 0) await transaction.insertInto('outbox').values(mails).execute();
    return postings.map(({ hold }) => hold !== undefined && charged.has(hold));
  });
}

/**
 * The holds that were charged. Where the owner's balance was lowered, lifted or deleted in the meantime there
 * is nothing to take: those hits are free, and no balance falls below zero.
 */
async function chargeGroup(db: Db, accountId: string, group: readonly Hold[]): Promise<readonly Hold[]> {
  if (await charge(db, accountId, group.length)) return group;
  const charged: Hold[] = [];
  for (const hold of group) {
    if (await charge(db, accountId, 1)) charged.push(hold);
    else await releaseHeld(db, accountId, 1);
  }
  return charged;
}

async function charge(db: Db, accountId: string, count: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set((field) => ({ credits: field('credits', '-', count), held: field('held', '-', count) }))
    .where('id', '=', accountId)
    .where('credits', '>=', count)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export function voidHolds(db: Db, holds: readonly Hold[]): Promise<boolean[]> {
  return db.transaction().execute(async (transaction) => {
    const taken = await takeHolds(transaction, holds);
    const voided = holds.filter(({ id }) => taken.has(id));
    for (const [accountId, group] of byAccount(voided))
      await releaseHeld(transaction, accountId, group.length);
    return holds.map(({ id }) => taken.has(id));
  });
}

async function releaseHeld(db: Db, accountId: string, count: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((field) => ({ held: field('held', '-', count) }))
    .where('id', '=', accountId)
    .execute();
}

async function takeHolds(db: Db, holds: readonly Hold[]): Promise<ReadonlySet<string>> {
  if (holds.length === 0) return new Set();
  const ids = holds.map(({ id }) => id);
  const rows = await db.deleteFrom('credit_holds').where('id', 'in', ids).returning('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** In one order everywhere, so that two transactions never wait for each other. */
function byAccount(holds: readonly Hold[]): [string, Hold[]][] {
  return [...Map.groupBy(holds, ({ accountId }) => accountId)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Tells the other processes that this one lives. */
export async function markAlive({ db, engine }: Database, instanceId: string): Promise<void> {
  await db
    .insertInto('instances')
    .values({ id: instanceId, seen_at: engine.now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: engine.now }))
    .execute();
}

/** Voids what crashed processes left on hold; answers how many holds that were. */
export async function voidAbandonedHolds({ db, engine }: Database, silentFor: number): Promise<number> {
  const abandoned = await db
    .selectFrom('credit_holds')
    .leftJoin('instances', 'instances.id', 'credit_holds.instance_id')
    .select(['credit_holds.id', 'credit_holds.account_id'])
    .where((field) =>
      field.or([
        field('instances.id', 'is', null),
        field('instances.seen_at', '<', field(engine.now, '-', silentFor)),
      ]),
    )
    .execute();
  if (abandoned.length === 0) return 0;
  const holds = abandoned.map(({ id, account_id }) => ({ id, accountId: account_id, endpointId: '' }));
  return (await voidHolds(db, holds)).filter(Boolean).length;
}

export async function leave(db: Db, instanceId: string): Promise<void> {
  await db.deleteFrom('instances').where('id', '=', instanceId).execute();
}

export interface CreditChange {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'grant' | 'cycle' | 'plan' | 'set' | 'added';
  readonly at: number;
}

/**
 * Sets the balance to what `target` says of the old one and writes the difference to the ledger. Charges may
 * come in between: then it is tried again on the new balance.
 */
export async function changeBalance(
  db: Transaction<Schema>,
  change: CreditChange,
  target: (old: number | null) => number | null,
): Promise<void> {
  for (;;) {
    const account = await db
      .selectFrom('accounts')
      .select('credits')
      .where('id', '=', change.accountId)
      .executeTakeFirstOrThrow();
    const credits = target(account.credits);
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set({ credits })
      .where('id', '=', change.accountId)
      .where('credits', account.credits === null ? 'is' : '=', account.credits)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await appendEntry(db, change, (credits ?? 0) - (account.credits ?? 0));
    return;
  }
}

async function appendEntry(db: Db, { id, accountId, kind, at }: CreditChange, amount: number): Promise<void> {
  if (amount === 0) return;
  const entry = { id, account_id: accountId, kind, amount, endpoint_id: null, at };
  await db.insertInto('credit_entries').values(entry).execute();
}

export async function sumOfEntries(db: Db, accountId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('credit_entries')
    .select((field) => field.fn.coalesce(field.fn.sum<number>('amount'), field.lit(0)).as('sum'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(sum);
}
