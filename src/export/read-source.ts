/**
 * Steps 2 and 3 of contract 4.2.3: reads the current data of the source completely before anything is sent. If the
 * platform loses its iterator, the whole read is retried a few times; after that, and on any other error that is
 * neither a ServiceError nor a failure of the service's own state, the response is 500 `Dataframe could not be
 * retrieved`.
 */
import { callNobody, platformCaller } from '../connections/platform-caller.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import { PlatformRefusal } from '../platform/platform-request.ts';
import { allSources } from '../sources/all-sources.ts';
import { type FetchRequest, ReadAgain } from '../sources/source.ts';
import { isStateFailure } from '../storage/state-failure.ts';
import type { OpenUpload } from '../storage/uploads/upload-store.ts';
import { StoredTable, spooledTable, type WholeTable } from '../table/stored/stored-table.ts';
import { spoolWhole } from '../table/stored/table-spool.ts';
import { firstRows } from '../transform/first-rows.ts';
import { type Client, ClientGoneError } from './client.ts';
import type { ExportContext } from './export-context.ts';
import type { PlannedExport } from './plan-export.ts';

const maxReadings = 4;

export async function readSource(
  context: ExportContext,
  { endpoint, parameters: { allFields, sql } }: PlannedExport,
  client: Client,
  maxRows?: number,
): Promise<WholeTable> {
  const { connectionId, sourceSettings: settings, fields } = endpoint;
  // Created only for platforms: most hits read data in memory.
  const over = connectionId === null ? undefined : new AbortController();
  let upload: OpenUpload | undefined;
  const request: FetchRequest = {
    settings,
    fields,
    allFields,
    // With `sql`, even a sample needs every row.
    ...(maxRows !== undefined && sql === undefined && { maxRows }),
    openUpload: async (id) => {
      upload = await context.uploads.open(id, client);
      return upload.folder;
    },
    call:
      connectionId !== null && over
        ? platformCaller(context, { connectionId, signal: AbortSignal.any([client.signal, over.signal]) })
        : callNobody,
  };
  try {
    const whole = await readWhole(endpoint, request, context.config.scratchDir);
    return upload ? ofUpload(whole, upload) : whole;
  } catch (error) {
    upload?.[Symbol.dispose]();
    throw explained(context, endpoint, error, client);
  } finally {
    // Cancels requests that a source has sent ahead.
    over?.abort();
  }
}

function ofUpload({ table }: WholeTable, upload: OpenUpload): WholeTable {
  return { table, [Symbol.asyncDispose]: async () => upload[Symbol.dispose]() };
}

async function readWhole(
  { source }: Endpoint,
  request: FetchRequest,
  scratchDir: string,
): Promise<WholeTable> {
  for (let reading = 1; ; reading++) {
    try {
      const table = await allSources[source].fetch(request);
      if (table instanceof StoredTable) return spooledTable(table);
      const wanted = request.maxRows === undefined ? table : firstRows(table, request.maxRows);
      return await spoolWhole(wanted, scratchDir);
    } catch (error) {
      if (!(error instanceof ReadAgain) || reading === maxReadings) throw error;
    }
  }
}

function explained({ log }: ExportContext, endpoint: Endpoint, error: unknown, client: Client): unknown {
  if (error instanceof ServiceError) {
    if (error.key === 'sourceUnavailable' && client.isGone) return new ClientGoneError();
    if (error.status === 500) log.warn({ endpoint: endpoint.id.slice(0, 4), err: error }, 'a source failed');
    return error;
  }
  if (endpoint.connectionId === null || isStateFailure(error)) return error;
  if (client.isGone) return new ClientGoneError();
  log.warn({ endpoint: endpoint.id.slice(0, 4), err: error }, 'a source failed');
  const data = error instanceof PlatformRefusal ? { data: error.message } : {};
  return new ServiceError('sourceUnavailable', { ...data, cause: error });
}
