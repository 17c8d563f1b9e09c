/**
 * Brings back what is in the bin, whole or not at all: an endpoint with its URL, file, proxies and schedules, a proxy, a
 * schedule, a connection with its credential. What the plan or the place has no room for stays in the bin, and why is
 * told (decision 064).
 */
import type { AppContext } from '../app-context.ts';
import { forgetRefusals } from '../connections/accepted-store.ts';
import { restoreEnded } from '../connections/connection-store.ts';
import { findEndpoint, hasNamesake } from '../endpoints/endpoint-store.ts';
import { countProxies, findProxy } from '../endpoints/proxy-store.ts';
import { requireEndpointRoom, requireFileRoom } from '../endpoints/quota.ts';
import { lockRoom } from '../endpoints/quota-store.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { maxProxies } from '../export/create-proxy.ts';
import { maxJobs } from '../schedules/create-job.ts';
import { countJobs } from '../schedules/job-store.ts';
import { viewIsGone } from '../schedules/job-view.ts';
import { runAgain } from '../schedules/run-again.ts';
import { binKeptMs, type KeptRow, putBack } from '../storage/database/bin-store.ts';
import type { Tx } from '../storage/database/database.ts';
import { inTransaction } from '../storage/database/in-transaction.ts';
import { countParts, type DeletedThing, findDeleted, readDeleted, takeDeleted } from './deleted-store.ts';
import { bringUploadBack, bytesInBin, lockEndpoint } from './removal-steps-store.ts';

export interface Restored extends DeletedThing {
  /** What its owner should know; null when all is as before. */
  readonly note: string | null;
}

type Step = (context: AppContext, db: Tx, thing: DeletedThing) => Promise<string | null>;

const steps: Readonly<Record<DeletedThing['kind'], Step>> = {
  endpoint: restoreEndpoint,
  proxy: restoreProxy,
  schedule: restoreSchedule,
  connection: restoreConnection,
};

export async function restoreDeleted(context: AppContext, thing: DeletedThing): Promise<Restored> {
  // The sweep may be late, and its file gone already.
  if (context.now() >= thing.deletedAt + binKeptMs) throw gone();
  return inTransaction(context.database.db, async (transaction) => ({
    ...thing,
    note: await steps[thing.kind](context, transaction, thing),
  }));
}

async function restoreEndpoint(
  { config, now }: AppContext,
  db: Tx,
  thing: DeletedThing,
): Promise<string | null> {
  const { id, accountId, name } = thing;
  const room = await lockRoom(db, config, accountId);
  requireEndpointRoom(room);
  const bytes = await bytesInBin(db, thing);
  if (bytes > 0) requireFileRoom(room, { bytes, replacedBytes: 0 });
  if ((await countJobs(db, accountId)) + (await countParts(db, id, 'schedule')) > maxJobs)
    throw tooMany(maxJobs, 'schedules');
  const { row, proxies, jobs } = await taken(db, id);
  const isNameTaken = await hasNamesake(db, accountId, name);
  await putBack(db, 'endpoints', [changed(row)]);
  await putBack(db, 'proxies', proxies);
  await putBack(
    db,
    'jobs',
    jobs.map((job) => runAgain(changed(job), now())),
  );
  await bringUploadBack(db, thing);
  return isNameTaken ? `Another endpoint is called ${name}, too. Rename one of them in its settings.` : null;
}

async function restoreProxy(context: AppContext, db: Tx, thing: DeletedThing): Promise<string | null> {
  await lockRoom(db, context.config, thing.accountId);
  const endpointId = await requireEndpointOf(context, db, thing);
  if ((await countProxies(db, endpointId)) >= maxProxies) throw tooMany(maxProxies, 'views');
  await putBack(db, 'proxies', [(await taken(db, thing.id)).row]);
  return null;
}

async function restoreSchedule(context: AppContext, db: Tx, thing: DeletedThing): Promise<string | null> {
  await lockRoom(db, context.config, thing.accountId);
  await requireEndpointOf(context, db, thing);
  if ((await countJobs(db, thing.accountId)) >= maxJobs) throw tooMany(maxJobs, 'schedules');
  const { row } = await taken(db, thing.id);
  await putBack(db, 'jobs', [runAgain(changed(row), context.now())]);
  const view = textOf(row['proxy_digest']);
  return view === null || (await findProxy(db, view)) ? null : viewIsGone;
}

async function restoreConnection({ now }: AppContext, db: Tx, { id }: DeletedThing): Promise<string | null> {
  const { row } = await taken(db, id);
  const state = String(row['state']);
  if (!(await restoreEnded(db, id, { state, problem: textOf(row['problem']) })))
    throw changeRefused('Its credential is gone. Connect the platform again.');
  if (state === 'working') await forgetRefusals(db, id, now());
  return null;
}

/** Its hits and its pages have seen the row before: it must not pass for the same. */
function changed(row: KeptRow): KeptRow {
  return { ...row, revision: Number(row['revision']) + 1 };
}

async function taken(db: Tx, id: string) {
  const found = await takeDeleted(db, id);
  if (!found) throw gone();
  return found;
}

/** Of a proxy or a schedule: what it belongs to must be there. */
async function requireEndpointOf(
  { database }: AppContext,
  db: Tx,
  { id, accountId }: DeletedThing,
): Promise<string> {
  const row = await readDeleted(db, id);
  if (!row) throw gone();
  const endpointId = String(row['endpoint_id']);
  // Locked, so that it is not deleted meanwhile.
  await lockEndpoint(db, database.engine, endpointId);
  if ((await findEndpoint(db, endpointId))?.accountId === accountId) return endpointId;
  const deleted = await findDeleted(db, endpointId);
  throw changeRefused(
    deleted === undefined
      ? 'Its endpoint is gone for good.'
      : `Its endpoint ${deleted.name} is in the bin. Restore the endpoint first.`,
  );
}

const textOf = (value: string | number | null | undefined): string | null =>
  typeof value === 'string' ? value : null;

const gone = () => changeRefused('It is no longer in the bin.');

const tooMany = (most: number, what: string) =>
  changeRefused(
    `There are ${most.toLocaleString('en-US')} ${what} already, the most there can be. Delete one first.`,
  );
