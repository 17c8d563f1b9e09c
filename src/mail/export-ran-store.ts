/**
 * The mails of `email_me`: at most one for an endpoint in five minutes, and the next one says how many exports ran
 * meanwhile, so that whoever has the address of an endpoint cannot flood its owner (contract 6.3).
 */
import { minuteMs } from '../base/durations.ts';
import type { Tx } from '../storage/database/database.ts';
import { exportRan } from './messages.ts';
import { insertMails, mailTo } from './outbox-store.ts';
import type { NamedLink } from './template.ts';

/** An export that asked for a mail. */
export interface ExportRun {
  readonly accountId: string;
  readonly recipient: string;
  readonly endpointId: string;
  readonly name: string;
  readonly type: string;
  readonly saved: readonly NamedLink[];
  readonly link: string;
}

const apartMs = 5 * minuteMs;

/** In the order of the endpoints, so that concurrent transactions cannot deadlock. */
export async function mailExportRuns(db: Tx, runs: readonly ExportRun[], at: number): Promise<void> {
  const groups = [...Map.groupBy(runs, ({ endpointId }) => endpointId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [endpointId, group] of groups) {
    const last = group.at(-1);
    const { mailed_at, since } = await countRuns(db, endpointId, group.length);
    if (!last || !isMailDue(mailed_at, at)) continue;
    await db
      .updateTable('export_ran_notices')
      .set({ mailed_at: at, since: 0 })
      .where('endpoint_id', '=', endpointId)
      .execute();
    const { accountId, recipient, ...run } = last;
    const message = exportRan({ ...run, at, since: since - 1 });
    await insertMails(db, [mailTo({ id: accountId, email: recipient }, message)], at);
  }
}

/** Locks the row: until the end of the transaction nobody else decides about a mail of this endpoint. */
function countRuns(db: Tx, endpointId: string, count: number): Promise<{ mailed_at: number; since: number }> {
  return db
    .insertInto('export_ran_notices')
    .values({ endpoint_id: endpointId, mailed_at: 0, since: count })
    .onConflict((conflict) =>
      conflict
        .column('endpoint_id')
        .doUpdateSet((field) => ({ since: field('export_ran_notices.since', '+', count) })),
    )
    .returning(['mailed_at', 'since'])
    .executeTakeFirstOrThrow();
}

/** A mail far in the future was written before the clock was set back. */
function isMailDue(mailedAt: number, at: number): boolean {
  return Math.abs(at - mailedAt) >= apartMs;
}
