/**
 * The heart of the service: the nine steps of 4.2 in their order, and the credit. Called for a direct hit, a
 * proxy hit and a sample alike; a refusal or failure at any step is free.
 */

import type { Route } from '../access/bearer.ts';
import type { OwnerStatus } from '../accounts/account.ts';
import type { OutboxMail } from '../credits/settle-tasks.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError } from '../errors.ts';
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import { nestJson } from '../formats/json-layouts.ts';
import { exportRan } from '../mail/messages.ts';
import { randomId } from '../random-id.ts';
import { allSources } from '../sources/all-sources.ts';
import { runSql } from '../sql/run-sql.ts';
import { spoolWhole, type WholeTable } from '../stored-table/table-spool.ts';
import type { Table } from '../table.ts';
import { extractJsonProperty } from '../transform/extract-json-property.ts';
import { firstRows } from '../transform/first-rows.ts';
import { type Answer, beginAnswer, isWhole, type Pieces, wholeAnswer } from './answer.ts';
import { beginCharge } from './charge.ts';
import { type Client, ClientGoneError } from './client.ts';
import type { ExportContext } from './export-context.ts';
import { exportFilename } from './filename.ts';
import { type ExportParameters, type Query, readParameters } from './parameters.ts';
import { readSource } from './read-source.ts';
import { saveExport } from './save-export.ts';
import { type Save, savesOf } from './saves.ts';

export interface ExportRequest {
  readonly route: Route | 'owner';
  readonly id: string;
  readonly authorization: string | undefined;
  readonly query: Query;
}

/** A request that has passed every check; nothing has been fetched and no credit touched. */
export interface AllowedExport extends PlannedExport {
  readonly owner: OwnerStatus;
  readonly saves: readonly Save[];
}

export interface PlannedExport {
  readonly endpoint: Endpoint;
  readonly parameters: ExportParameters;
  readonly type: FormatName;
  readonly filename: string;
}

export interface ExportOutcome extends Answer {
  readonly type: FormatName;
  readonly filename: string;
  /** Allowed for inline script and style by the policy of an HTML answer. */
  readonly nonce: string;
}

const sampleRows = 10;

/** Step 1, and all refusals that need no data. */
export async function allowExport(context: ExportContext, request: ExportRequest): Promise<AllowedExport> {
  const access = await context.access[request.route](request.id, request.authorization);
  const parameters = readParameters({ ...request.query, ...access.fixedParameters });
  const sample = planExport(context, access.endpoint, parameters);
  return { owner: access.owner, ...sample, saves: await savesOf(context, access.endpoint, parameters) };
}

/** What the owner may see before anyone asks: no credit is needed. */
export function planExport(
  context: ExportContext,
  endpoint: Endpoint,
  parameters: ExportParameters,
): PlannedExport {
  refuseUnavailable(endpoint, parameters);
  const type = parameters.type ?? endpoint.type;
  const { extension } = allFormats[type];
  const filename = exportFilename(endpoint.name, extension, parameters.filenameTimestamp, context.now());
  return { endpoint, parameters, type, filename };
}

function refuseUnavailable(endpoint: Endpoint, parameters: ExportParameters): void {
  if (parameters.allFields && !endpoint.customParameters.includes('all_fields')) {
    throw new ServiceError('customParameterDisabled', { placeholders: { parameter: 'all_fields' } });
  }
}

/** The full data, for one credit. */
export async function runExport(
  context: ExportContext,
  allowed: AllowedExport,
  client: Client,
): Promise<ExportOutcome> {
  const { owner, endpoint } = allowed;
  const charge = await beginCharge(context, {
    owner,
    endpointId: endpoint.id,
    isInMemory: isInMemory(allowed),
  });
  let produced: Produced | undefined;
  try {
    produced = await produce(context, allowed, client);
    if (allowed.saves.length > 0) {
      produced = { ...produced, ...(await saveExport(context, allowed, produced, produced.table, client)) };
    }
    if (client.isGone) throw new ClientGoneError();
    await charge.post(sideEffects(context, allowed));
    return produced;
  } catch (error) {
    await produced?.release();
    await charge.void();
    throw error;
  }
}

/** Nothing is saved for a hit that might still be refused. */
function isInMemory({ endpoint, parameters, saves }: AllowedExport): boolean {
  const { isInMemory } = allSources[endpoint.source];
  return parameters.sql === undefined && saves.length === 0 && isInMemory(endpoint.sourceSettings);
}

/** At most ten rows, for nothing (4.2, section 8). */
export async function runSample(
  context: ExportContext,
  allowed: PlannedExport,
  client: Client,
): Promise<ExportOutcome> {
  return produce(context, allowed, client, sampleRows);
}

interface Produced extends ExportOutcome {
  readonly table: Table;
}

/** Steps 2 to 7. */
async function produce(
  context: ExportContext,
  sample: PlannedExport,
  client: Client,
  maxRows?: number,
): Promise<Produced> {
  const { endpoint, parameters, type, filename } = sample;
  const { allFields, sql } = parameters;
  // With `sql` even a sample needs every row.
  const wanted = { allFields, maxRows: sql === undefined ? maxRows : undefined };
  const read = await readSource(context, endpoint, wanted, client);
  try {
    const transformed = await transform(context, sample, read, client);
    const table = maxRows === undefined ? transformed.table : firstRows(transformed.table, maxRows);
    const rendered = await render(context, endpoint, parameters, table, type).catch(async (error) => {
      await transformed.release();
      throw error;
    });
    const release = async (): Promise<void> => {
      await rendered.release();
      await transformed.release();
      await read.release();
    };
    return { ...rendered, release, type, filename, table };
  } catch (error) {
    await read.release();
    throw error;
  }
}

/** Steps 4 and 5. */
async function transform(
  context: ExportContext,
  { endpoint, parameters }: PlannedExport,
  { table }: WholeTable,
  client: Client,
): Promise<WholeTable> {
  const { extractJsonProperty: property, sql, saveToGsheets } = parameters;
  const extracted = property === undefined ? table : extractJsonProperty(table, property);
  if (sql !== undefined) return query(context, endpoint, extracted, sql, client);
  // What is saved as values and answered as well is read twice.
  if (saveToGsheets && !extracted.stored) return spoolWhole(extracted, context.config.scratchDir);
  return { table: extracted, release: async () => {} };
}

function query(
  context: ExportContext,
  endpoint: Endpoint,
  table: Table,
  sql: string,
  client: Client,
): Promise<WholeTable> {
  const { sqlPool, config } = context;
  const { signal } = client;
  return runSql(table, sql, {
    pool: sqlPool,
    scratchFolder: config.scratchDir,
    fairnessKey: endpoint.id,
    signal,
  });
}

/** Steps 6 and 7. */
async function render(
  { config, rendered }: ExportContext,
  endpoint: Endpoint,
  { nestJson: key }: ExportParameters,
  table: Table,
  type: FormatName,
): Promise<Answer & { readonly nonce: string }> {
  const format = allFormats[type];
  const isPage = format.contentType === 'text/html';
  const isCacheable = table.isCacheable === true && key === undefined && !isPage;
  const before = isCacheable ? rendered.get(table, type) : undefined;
  if (before) return { ...wholeAnswer(before), nonce: '' };
  const nonce = isPage ? randomId() : '';
  const pieces = format.render(table, { title: endpoint.name, nonce, scratchFolder: config.scratchDir });
  const answer = await beginAnswer(nest(pieces, format.contentType, key));
  const { body } = answer;
  if (isCacheable && isWhole(body)) return { ...wholeAnswer(rendered.keep(table, type, body)), nonce };
  return { ...answer, nonce };
}

/** Step 7: only JSON can be nested. */
function nest(body: Pieces, contentType: string, key: string | undefined): Pieces {
  return key === undefined || contentType !== 'text/json' ? body : nestJson(body, key);
}

/** Step 9: the mail waits in the outbox from the moment the credit is charged. */
function sideEffects(
  context: ExportContext,
  { parameters, endpoint, owner, type }: AllowedExport,
): OutboxMail[] {
  if (!parameters.emailMe) return [];
  const message = exportRan({ name: endpoint.name, type, at: context.now() });
  return [{ id: randomId(), recipient: owner.email, ...message }];
}
