/**
 * The nine steps of an export in order, and its credit; used for direct hits and proxy hits, and in part for samples. If any step
 * fails, nothing is charged, unless the whole export had been delivered, and every resource is released.
 */

import { ChargedError, ServiceError } from '../errors/errors.ts';
import type { FinishedRun } from '../ledger/credit-task.ts';
import type { ExportRun } from '../mail/export-ran-store.ts';
import { siteLink } from '../mail/site-link.ts';
import { runSql } from '../sql/run-sql.ts';
import type { StoredTable } from '../table/stored/stored-table.ts';
import { spoolToFolder } from '../table/stored/table-spool.ts';
import type { Table } from '../table/table.ts';
import {
  extractJsonProperty,
  type SeenObjects,
  showLinkedRecords,
} from '../transform/extract-json-property.ts';
import { ownedBy } from './answer.ts';
import { type Charge, needsUpfrontHold, openCharge } from './charge.ts';
import { alwaysConnected, type Client, ClientGoneError, yieldToIo } from './client.ts';
import type { ExportContext } from './export-context.ts';
import { answerBytes, scratchBytes, scratchFolderOf } from './limits/resource-usage.ts';
import type { AllowedExport, PlannedExport } from './plan-export.ts';
import { readSource } from './read-source.ts';
import { type Reader, type Rendered, render } from './render.ts';
import { type SavedBody, saveExport } from './save-export.ts';

/** A preview waits for it. */
const longestCountMs = 300;

export interface ChargedExport extends Saved {
  /** How many it cost. */
  readonly credits: number;
}

/** Returns the full data for one credit, which is posted when the answer is ready. */
export async function runExport(
  context: ExportContext,
  allowed: AllowedExport,
  client: Client,
): Promise<ChargedExport> {
  await using cleanup = new AsyncDisposableStack();
  const charge = cleanup.use(openCharge(context, allowed));
  using _lane = await enterLane(context, allowed.planned, client);
  const isHeld = needsUpfrontHold(allowed);
  if (isHeld) await charge.hold();
  // What is saved must not be compressed, whatever the client takes.
  const reader = allowed.saves.length > 0 ? alwaysConnected : client;
  const produced = await produce(context, allowed.planned, { client, cleanup, charge }, reader);
  const bytes = answerBytes(produced);
  if (bytes > 0) cleanup.use(context.answerBudget.take(allowed.planned.endpoint.id, bytes));
  // Of a scheduled job nobody reads the answer: it is made completely here, even if it is saved nowhere.
  const isSaved = allowed.saves.length > 0 || allowed.scheduled !== undefined;
  const answer = isSaved ? await save(context, allowed, produced, { client, cleanup, charge }) : produced;
  const runs = runsToMail(context, allowed, answer);
  // Data in memory is answered in the turn of its request: looking for a client that left would halve the speed.
  if (isHeld || allowed.planned.parameters.sql !== undefined) await yieldToIo();
  if (client.isGone) throw new ClientGoneError();
  const credits = await charge.post(runs, finishedRun(allowed, answer));
  return ownedBy(cleanup, { ...answer, credits });
}

/** Only a few statements of an endpoint on a platform are under way at once. */
export function enterLane(
  { sqlLanes }: ExportContext,
  { endpoint, parameters }: PlannedExport,
  { signal }: Client,
): Promise<Disposable> | undefined {
  if (parameters.sql === undefined || endpoint.connectionId === null) return undefined;
  return sqlLanes.enter(endpoint.id, signal);
}

interface Production {
  readonly client: Client;
  readonly cleanup: AsyncDisposableStack;
  /** Absent for a sample. */
  readonly charge?: Charge;
  /** Only these many rows, for a sample. */
  readonly maxRows?: number;
  /** Hears how many milliseconds of the machine's time were used. */
  readonly spent?: (ms: number) => void;
  /** Counts what `extract_json_property` is looked for in. */
  readonly seen?: SeenObjects;
  /** Hears how many rows there are in all, if that can be told in a moment. */
  readonly counted?: (rows: number) => void;
}

interface Produced extends Rendered {
  readonly table: Table;
}

/** Steps 2 to 8 for `reader`, who gets the body as it is rendered; the filename of step 8 comes from the plan. */
async function produce(
  context: ExportContext,
  planned: PlannedExport,
  production: Production,
  reader: Reader,
): Promise<Produced> {
  const table = await readAndQuery(context, planned, production);
  const rendered = production.cleanup.use(await render(context, planned, table, reader));
  return { ...rendered, table, rows: table.rowCount };
}

/** Steps 2 to 5. */
export async function readAndQuery(
  context: ExportContext,
  planned: PlannedExport,
  production: Production,
): Promise<Table> {
  const { client, cleanup, maxRows, spent } = production;
  const begun = performance.now();
  const source = cleanup.use(await readSource(context, planned, client, maxRows));
  // What a platform takes is its time.
  if (planned.endpoint.connectionId === null) spent?.(performance.now() - begun);
  tellCount(planned, source.table, production);
  const { sql } = planned.parameters;
  // Most hits need none of it, and each step costs a turn.
  const scratch = scratchFolderOf(source.table);
  if (scratch !== undefined) await holdScratch(context, planned, scratch, cleanup);
  const extracted = isExtracted(planned)
    ? await extract(context, planned, source.table, production)
    : source.table;
  const queried = sql === undefined ? extracted : await query(context, planned, sql, extracted, production);
  const result = queried === source.table ? undefined : scratchFolderOf(queried);
  if (result !== undefined) await holdScratch(context, planned, result, cleanup);
  return queried;
}

/** Of a platform no more is read than is wanted; a statement counts its rows itself. */
function tellCount(
  { endpoint, parameters }: PlannedExport,
  { rowCount }: StoredTable,
  { maxRows = 0, counted }: Production,
): void {
  const isWhole = endpoint.connectionId === null || (rowCount ?? maxRows) < maxRows;
  if (parameters.sql === undefined && isWhole && rowCount !== undefined) counted?.(rowCount);
}

/** Refuses what is too much beside all that exports hold in scratch already. */
async function holdScratch(
  { scratchBudget }: ExportContext,
  { endpoint }: PlannedExport,
  folder: string,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  cleanup.use(scratchBudget.share(endpoint.id, folder, await scratchBytes(folder)));
}

/** Whether cells are changed before anything else sees them. */
export function isExtracted({ endpoint, parameters }: PlannedExport): boolean {
  return parameters.extractJsonProperty !== undefined || endpoint.linkedRecords !== 'json';
}

/** Step 4. A table that is saved to a spreadsheet and also sent is read twice, so it is spooled to disk. */
async function extract(
  { config }: ExportContext,
  { endpoint, parameters: { extractJsonProperty: property, sql, saveToGsheets } }: PlannedExport,
  table: StoredTable,
  { cleanup, seen }: Production,
): Promise<Table> {
  const extracted =
    property === undefined
      ? showLinkedRecords(table, endpoint.linkedRecords === 'ids' ? 'id' : 'name')
      : extractJsonProperty(table, property, seen);
  if (!saveToGsheets || sql !== undefined) return extracted;
  return cleanup.use(await spoolToFolder(extracted, config.scratchDir)).table;
}

/** Step 5. The credit is put on hold when the statement gets its turn; without one the statement is ended. */
async function query(
  { sqlPool: pool, config }: ExportContext,
  { endpoint, isSqlFixed = false }: PlannedExport,
  sql: string,
  table: Table,
  { client, cleanup, charge, maxRows, spent, counted }: Production,
): Promise<Table> {
  const refused = new AbortController();
  const result = await runSql(table, sql, {
    pool,
    scratchFolder: config.scratchDir,
    endpoint: endpoint.id,
    owner: endpoint.accountId,
    isFixed: isSqlFixed,
    ...(maxRows !== undefined && { maxRows }),
    ...(spent && { spent }),
    ...(counted && { counted, countMs: Math.min(longestCountMs, config.sqlTimeLimitMs / 8) }),
    signal: AbortSignal.any([client.signal, refused.signal]),
    began: () => void charge?.hold().catch((error: unknown) => refused.abort(error)),
  });
  cleanup.use(result);
  await charge?.hold();
  return result.table;
}

/** Step 9, before the charge: if a save fails, the request fails. */
async function save(
  context: ExportContext,
  allowed: AllowedExport,
  produced: Produced,
  { client, cleanup, charge }: Required<Pick<Production, 'client' | 'cleanup' | 'charge'>>,
): Promise<Saved> {
  const { planned, saves } = allowed;
  try {
    return { ...produced, ...(await saveExport(context, { planned, saves, produced, client }, cleanup)) };
  } catch (error) {
    return await payForDelivered(allowed, charge, error);
  }
}

interface Saved extends Rendered, Partial<Pick<SavedBody, 'bytes' | 'saved'>> {}

/** Who was sent the whole export has it, whatever it answered: only what was never sent is free. */
async function payForDelivered(
  { owner, scheduled }: AllowedExport,
  charge: Charge,
  error: unknown,
): Promise<never> {
  if (!(error instanceof ServiceError) || !error.wasDelivered) throw error;
  const charged = new ChargedError(error, owner.credits === null ? 0 : 1);
  await charge.post([], await scheduled?.failed(charged));
  throw charged;
}

function finishedRun({ scheduled }: AllowedExport, answer: Saved): FinishedRun | undefined {
  const { rows = null, bytes = 0, saved = [] } = answer;
  return scheduled?.succeeded({ rows, bytes }, saved);
}

/** Step 9, with the charge: the mail enters the outbox in the same transaction. */
function runsToMail(
  { config }: ExportContext,
  { planned, owner }: AllowedExport,
  { saved = [] }: Saved,
): ExportRun[] {
  const { parameters, endpoint, type } = planned;
  if (!parameters.emailMe) return [];
  const link = siteLink(config, `endpoints/${endpoint.id}`);
  const { id: endpointId, name } = endpoint;
  return [{ accountId: owner.id, recipient: owner.email, endpointId, name, type, saved, link }];
}
