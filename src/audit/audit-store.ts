/**
 * The audit log as it is kept: written with the change that it tells of, read newest first, removed after 400 days.
 * It cannot be flooded: what one account does beyond its share of a day is only counted, one entry for each kind of
 * action and day, so that nothing is hidden by doing much else.
 */

import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '../base/durations.ts';
import type { AuditEntryRow } from '../storage/database/account-schema.ts';
import type { Db } from '../storage/database/database.ts';
import type { Actor, AuditEvent } from './audit-entry.ts';

const keptMs = 400 * dayMs;
/** Entries of one actor in a day (UTC) that have a row each. */
export const wholeEntriesADay = 1_000;
const removedAtOnce = 1_000;
const longest = { name: 200, userAgent: 200, details: 2_000 };

export async function recordEvents(
  db: Db,
  actor: Actor,
  events: readonly AuditEvent[],
  at: number,
): Promise<void> {
  for (const event of events) {
    if (await isOverShare(db, actor, at)) await countEvent(db, actor, event, at);
    else await insertRow(db, rowOf(`${timePart(at)}${randomBytes(8).toString('hex')}`, actor, event, at));
  }
}

/** One entry for the day, with how often: for what others can cause as often as they like. */
export async function countEvent(db: Db, actor: Actor, event: AuditEvent, at: number): Promise<void> {
  const day = at - (at % dayMs);
  const same = hash('sha256', JSON.stringify([actor.email, event.action, event.account?.id]), 'hex');
  await insertRow(db, rowOf(`${timePart(day)}${same.slice(0, 24)}`, actor, event, at));
}

async function insertRow(db: Db, row: AuditEntryRow): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((field) => ({ times: field('audit_entries.times', '+', 1), at: row.at })),
    )
    .execute();
}

async function isOverShare(db: Db, { id, email }: Actor, at: number): Promise<boolean> {
  // Whoever has the command line could change the log itself.
  if (id === null) return false;
  const last = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('actor', '=', email)
    .where('id', '>=', timePart(at - (at % dayMs)))
    .orderBy('id')
    .limit(1)
    .offset(wholeEntriesADay - 1)
    .executeTakeFirst();
  return last !== undefined;
}

function rowOf(id: string, actor: Actor, event: AuditEvent, at: number): AuditEntryRow {
  const { action, account, target, details = {} } = event;
  const written = JSON.stringify(details);
  return {
    id,
    at,
    actor_id: actor.id,
    actor: actor.email,
    action,
    account_id: account?.id ?? null,
    account: account?.email ?? null,
    kind: target.kind,
    target_id: target.id,
    target: target.name?.slice(0, longest.name) ?? null,
    details: written.length > longest.details ? '{}' : written,
    address: actor.from.address,
    user_agent: actor.from.userAgent?.slice(0, longest.userAgent) ?? null,
    times: 1,
  };
}

/** Of one length, until the year 5188. */
function timePart(at: number): string {
  return at.toString(36).padStart(9, '0');
}

interface EntriesWanted {
  /** The address of who did it or of whose account it is about; empty: all. */
  readonly account: string;
  /** Empty: all. */
  readonly action: string;
  /** The id of an entry: only older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function auditEntries(
  db: Db,
  { account, action, before, limit }: EntriesWanted,
): Promise<AuditEntryRow[]> {
  let query = newest(db, limit);
  if (account !== '')
    query = query.where((field) => field.or([field('actor', '=', account), field('account', '=', account)]));
  if (action !== '') query = query.where('action', '=', action);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
}

/** What was done to an account and what it has, by whomever. */
export async function entriesOfAccount(db: Db, accountId: string, limit: number): Promise<AuditEntryRow[]> {
  return newest(db, limit).where('account_id', '=', accountId).execute();
}

function newest(db: Db, limit: number) {
  return db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(limit);
}

/** In portions, so that nobody waits long. */
export async function removeOldEntries(db: Db, now: number): Promise<void> {
  const until = timePart(now - keptMs);
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('audit_entries')
      .where('id', 'in', (query) =>
        query
          .selectFrom('audit_entries')
          .select('id')
          .where('id', '<', until)
          .orderBy('id')
          .limit(removedAtOnce),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < BigInt(removedAtOnce)) return;
  }
}

export function auditDetails({ details }: Pick<AuditEntryRow, 'details'>): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(details));
}
