/**
 * Stores hits in one transaction: one by one, summed by day, the totals and the state of each endpoint, and the requests of accounts
 * on the trial with their reminders (contract 6.1.1).
 */

import type { AppContext } from '../app-context.ts';
import { compiledInsert, type InsertRows } from '../storage/database/compiled-insert.ts';
import type { Db, Tx } from '../storage/database/database.ts';
import type { AccountRow, EndpointTotalRow, HitRow } from '../storage/database/schema.ts';
import { daySums } from './day-sums.ts';
import type { Hit } from './hit.ts';
import { outcomesOf } from './outcome.ts';
import { noteOutcomes } from './outcome-store.ts';
import { tellProblems } from './problem-mail-store.ts';
import { countTrialRequests } from './trial-reminder-store.ts';

export type RecordHits = (hits: readonly Hit[]) => Promise<void>;

export function hitRecorder(context: AppContext): RecordHits {
  const { database } = context;
  const insertHits = hitInserter(database.db);
  return (hits) =>
    database.db.transaction().execute(async (transaction) => {
      const owners = await ownersOf(transaction, database.engine, hits);
      const known = hits.filter(({ endpointId }) => owners.get(endpointId) !== undefined);
      if (known.length === 0) return;
      await insertHits(transaction, known);
      await addToDays(transaction, known);
      await addToTotals(transaction, known, owners);
      const noted = await noteOutcomes(context, transaction, outcomesOf(known));
      await tellProblems(context, transaction, noted);
      await countTrialRequests(context, transaction, requestsByTrial(known, owners));
    });
}

/** They come by the hundred. */
function hitInserter(db: Db): InsertRows<Hit> {
  return compiledInsert(
    (size) => db.insertInto('hits').values(Array(size).fill(anyRow)).compile(),
    parametersOf,
  );
}

/** Only the names of its columns, and their order, go into the statement. */
const anyRow: HitRow = {
  at: 0,
  endpoint_id: '',
  proxy: '',
  status: 0,
  error: '',
  type: '',
  rows: 0,
  bytes: 0,
  ms: 0,
  credits: 0,
  user_agent: '',
  ignored: '',
  data: '',
};

/** In the order of the columns. */
function parametersOf(hit: Hit): (string | number | null)[] {
  return [
    hit.at,
    hit.endpointId,
    hit.proxy,
    hit.status,
    hit.error,
    hit.type,
    hit.rows,
    hit.bytes,
    hit.ms,
    hit.credits,
    hit.userAgent,
    hit.ignored,
    hit.data,
  ];
}

/** Undefined when the account was deleted: then nothing is kept of who asks for its data. */
type Owner = Pick<AccountRow, 'id' | 'plan' | 'cycle_ends'> | undefined;
type Owners = ReadonlyMap<string, Owner>;

/** By the ids of the endpoints, which are kept until the end: of one that is deleted nothing must come later. */
async function ownersOf(db: Tx, engine: AppContext['database']['engine'], hits: readonly Hit[]) {
  const ids = [...new Set(hits.map(({ endpointId }) => endpointId))];
  const endpoints = await db
    .selectFrom('endpoints')
    .select(['id', 'account_id'])
    .where('id', 'in', ids)
    .modifyEnd(engine.keepRows)
    .execute();
  if (endpoints.length === 0) return new Map<string, Owner>();
  const accountIds = [...new Set(endpoints.map(({ account_id }) => account_id))];
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'plan', 'cycle_ends'])
    .where('id', 'in', accountIds)
    .execute();
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return new Map(endpoints.map(({ id, account_id }): [string, Owner] => [id, byId.get(account_id)]));
}

async function addToDays(db: Tx, hits: readonly Hit[]): Promise<void> {
  await db
    .insertInto('usage_days')
    .values(daySums(hits))
    .onConflict((conflict) =>
      conflict.columns(['endpoint_id', 'day']).doUpdateSet((field) => ({
        hits: field('usage_days.hits', '+', field.ref('excluded.hits')),
        failed: field('usage_days.failed', '+', field.ref('excluded.failed')),
        credits: field('usage_days.credits', '+', field.ref('excluded.credits')),
        rows: field('usage_days.rows', '+', field.ref('excluded.rows')),
        bytes: field('usage_days.bytes', '+', field.ref('excluded.bytes')),
        ms: field('usage_days.ms', '+', field.ref('excluded.ms')),
      })),
    )
    .execute();
}

/** Hits of another billing cycle are not counted any more. */
async function addToTotals(db: Tx, hits: readonly Hit[], owners: Owners): Promise<void> {
  await db
    .insertInto('endpoint_totals')
    .values(totalsOf(hits, owners))
    .onConflict((conflict) =>
      conflict.column('endpoint_id').doUpdateSet((field) => ({
        last_hit_at: field
          .case()
          .when('endpoint_totals.last_hit_at', '>', field.ref('excluded.last_hit_at'))
          .then(field.ref('endpoint_totals.last_hit_at'))
          .else(field.ref('excluded.last_hit_at'))
          .end(),
        cycle: field.ref('excluded.cycle'),
        cycle_hits: field
          .case()
          .when('endpoint_totals.cycle', '=', field.ref('excluded.cycle'))
          .then(field('endpoint_totals.cycle_hits', '+', field.ref('excluded.cycle_hits')))
          .else(field.ref('excluded.cycle_hits'))
          .end(),
      })),
    )
    .execute();
}

/** Sorted, so that concurrent transactions lock rows in the same order. */
function totalsOf(hits: readonly Hit[], owners: Owners): EndpointTotalRow[] {
  return [...Map.groupBy(hits, ({ endpointId }) => endpointId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([endpointId, own]) => ({
      endpoint_id: endpointId,
      last_hit_at: own.reduce((last, { at }) => Math.max(last, at), 0),
      cycle: owners.get(endpointId)?.cycle_ends ?? 0,
      cycle_hits: own.length,
    }));
}

function requestsByTrial(hits: readonly Hit[], owners: Owners): ReadonlyMap<string, number> {
  const requests = new Map<string, number>();
  for (const { endpointId } of hits) {
    const owner = owners.get(endpointId);
    if (owner?.plan === 'trial') requests.set(owner.id, (requests.get(owner.id) ?? 0) + 1);
  }
  return requests;
}
