/**
 * The bin: what is deleted moves there as it was, so that no question of the service ever meets it, and can be put back
 * for seven days (decision 064).
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { dayMs } from '../../base/durations.ts';
import type { Db, Tx } from './database.ts';
import { inParts } from './parts.ts';

export const binKeptMs = 7 * dayMs;

export const binKinds = ['endpoint', 'proxy', 'schedule', 'connection'] as const;
export type BinKind = (typeof binKinds)[number];

interface Place {
  readonly accountId: string;
  readonly at: number;
  /** The endpoint with which it goes; null of what goes by itself. */
  readonly partOf: string | null;
}

interface Deleted {
  readonly kind: BinKind;
  readonly id: string;
  readonly name: string;
  /** Of a proxy: the first characters of its id. */
  readonly hint?: string;
  readonly row: object;
}

/** What is there already is there from now on. */
export async function putIntoBin(
  db: Tx,
  { accountId, at, partOf }: Place,
  things: readonly Deleted[],
): Promise<void> {
  for (const part of inParts(things)) {
    const rows = part.map(({ kind, id, name, hint, row }) => ({
      id,
      kind,
      account_id: accountId,
      part_of: partOf,
      name,
      hint: hint ?? null,
      content: JSON.stringify(row),
      deleted_at: at,
    }));
    await db
      .insertInto('bin')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((field) => ({
          name: field.ref('excluded.name'),
          content: field.ref('excluded.content'),
          deleted_at: field.ref('excluded.deleted_at'),
        })),
      )
      .execute();
  }
}

/** It works again, by whatever way. */
export async function takeOutOfBin(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bin').where('id', '=', id).execute();
}

/** Runs that wait or are under way are lost to who has them; those that ended are the history. */
export async function deleteOpenRuns(db: Db, jobId: string): Promise<void> {
  await db.deleteFrom('job_runs').where('job_id', '=', jobId).where('ended_at', 'is', null).execute();
}

/** A row as the bin keeps it, whatever columns it has. */
export const keptRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type KeptRow = z.infer<typeof keptRow>;

/** A column that was added meanwhile has its usual value. */
export async function putBack(
  db: Tx,
  table: 'endpoints' | 'proxies' | 'jobs',
  rows: readonly KeptRow[],
): Promise<void> {
  // Those that went before a migration may have fewer columns.
  for (const same of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
    const columns = sql.join(Object.keys(same[0] ?? {}).map((column) => sql.ref(column)));
    for (let from = 0; from < same.length; from += atOnce) {
      const values = same.slice(from, from + atOnce).map((row) => sql`(${sql.join(Object.values(row))})`);
      await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
    }
  }
}

const atOnce = 100;
