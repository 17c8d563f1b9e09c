/**
 * The heart of the service: the nine steps of 4.2 in their order, and the credit. Called for a direct hit, a
 * proxy hit and a sample alike; a refusal or failure at any step is free.
 */

import type { Route } from '../access/bearer.ts';
import type { Standing } from '../accounts/account.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError } from '../errors.ts';
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import { nestJson } from '../formats/json-layouts.ts';
import { exportRan } from '../mail/messages.ts';
import type { OutboxMail } from '../plans/settle-tasks.ts';
import { randomId } from '../random-id.ts';
import { allSources } from '../sources/all-sources.ts';
import type { Table } from '../table.ts';
import { extractJsonProperty } from '../transform/extract-json-property.ts';
import { firstRows } from '../transform/first-rows.ts';
import { runSql, type SqlResult } from '../transform/sql.ts';
import { type Answer, beginAnswer, isWhole, type Pieces, wholeAnswer } from './answer.ts';
import { beginCharge } from './charge.ts';
import { type Client, ClientGoneError } from './client.ts';
import type { ExportContext } from './export-context.ts';
import { exportFilename } from './filename.ts';
import { type ExportParameters, type Query, readParameters } from './parameters.ts';

export interface ExportRequest {
  readonly route: Route;
  readonly id: string;
  readonly authorization: string | undefined;
  readonly query: Query;
}

/** A request that has passed every check; nothing has been fetched and no credit touched. */
export interface AllowedExport extends Sample {
  readonly owner: Standing;
}

export interface Sample {
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
  return { owner: access.owner, ...sampleOf(context, access.endpoint, parameters) };
}

/** What the owner may see before anyone asks: no credit is needed. */
export function sampleOf(context: ExportContext, endpoint: Endpoint, parameters: ExportParameters): Sample {
  refuseUnavailable(endpoint, parameters);
  const type = parameters.type ?? endpoint.type;
  const { extension } = allFormats[type];
  const filename = exportFilename(endpoint.name, extension, parameters.filenameTimestamp, context.now());
  return { endpoint, parameters, type, filename };
}

function refuseUnavailable(endpoint: Endpoint, parameters: ExportParameters): void {
  if (parameters.allFields && !endpoint.customParameters.includes('all_fields')) {
    throw new ServiceError('customParameterDisabled', { holes: { parameter: 'all_fields' } });
  }
  if (parameters.saveToGdrive) throw notConnected('save_to_gdrive');
  if (parameters.saveToGsheets) throw notConnected('save_to_gsheets');
}

function notConnected(parameter: string): ServiceError {
  return new ServiceError('destinationNotConnected', { holes: { parameter } });
}

/** The full data, for one credit. */
export async function runExport(
  context: ExportContext,
  allowed: AllowedExport,
  client: Client,
): Promise<ExportOutcome> {
  const { owner, endpoint } = allowed;
  const charge = await beginCharge(context, { owner, endpointId: endpoint.id, isAtHand: isAtHand(allowed) });
  let outcome: ExportOutcome | undefined;
  try {
    outcome = await produce(context, allowed, client, (table) => table);
    if (client.isGone) throw new ClientGoneError();
    await charge.post(sideEffects(context, allowed));
    return outcome;
  } catch (error) {
    await outcome?.release();
    await charge.void();
    throw error;
  }
}

function isAtHand({ endpoint, parameters }: AllowedExport): boolean {
  const { isAtHand } = allSources[endpoint.source];
  return parameters.sql === undefined && isAtHand(endpoint.sourceSettings);
}

/** At most ten rows, for nothing (4.2, section 8). */
export async function runSample(
  context: ExportContext,
  allowed: Sample,
  client: Client,
): Promise<ExportOutcome> {
  return produce(context, allowed, client, (table) => firstRows(table, sampleRows));
}

/** Steps 2 to 7. */
async function produce(
  context: ExportContext,
  { endpoint, parameters, type, filename }: Sample,
  client: Client,
  cut: (table: Table) => Table,
): Promise<ExportOutcome> {
  const fetched = await allSources[endpoint.source].fetch({
    settings: endpoint.sourceSettings,
    fields: parameters.allFields ? null : endpoint.fields,
    uploadsDir: context.config.uploadsDir,
    client,
  });
  const { extractJsonProperty: property, sql } = parameters;
  const extracted = property === undefined ? fetched : extractJsonProperty(fetched, property);
  const queried = sql === undefined ? undefined : await query(context, endpoint, extracted, sql, client);
  const table = cut(queried?.table ?? extracted);
  return { ...(await render(context, endpoint, parameters, table, type, queried?.release)), type, filename };
}

function query(
  context: ExportContext,
  endpoint: Endpoint,
  table: Table,
  sql: string,
  client: Client,
): Promise<SqlResult> {
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
  release: SqlResult['release'] | undefined,
): Promise<Answer & { readonly nonce: string }> {
  const format = allFormats[type];
  const isPage = format.contentType === 'text/html';
  const isKept = table.isKept === true && key === undefined && !isPage;
  const before = isKept ? rendered.get(table, type) : undefined;
  if (before) return { ...wholeAnswer(before), nonce: '' };
  const nonce = isPage ? randomId() : '';
  const pieces = format.render(table, { title: endpoint.name, nonce, scratchFolder: config.scratchDir });
  const answer = await beginAnswer(nest(pieces, format.contentType, key), release);
  const { body } = answer;
  if (isKept && isWhole(body)) return { ...wholeAnswer(rendered.keep(table, type, body)), nonce };
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
