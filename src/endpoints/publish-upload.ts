/**
 * From a CSV file to an endpoint (contract 1.3): the file is read, typed and stored whole, and only then does an
 * endpoint point to it. Replacing it keeps the URL.
 */
import type { AppContext } from '../app-context.ts';
import { listedNames } from '../base/listed-names.ts';
import { randomId } from '../base/random-id.ts';
import { ServiceError } from '../errors/errors.ts';
import { inputRefused, type RefusedError } from '../errors/refused-error.ts';
import type { FormatName } from '../formats/all-formats.ts';
import type { CsvOptions } from '../sources/csv-upload/ingest.ts';
import { ingestInThread } from '../sources/csv-upload/ingest-thread.ts';
import { defaultCsvLimits, maxUploadBytes } from '../sources/csv-upload/limits.ts';
import { type CsvUploadSettings, mergedChoices, rememberedChoices } from '../sources/csv-upload/settings.ts';
import type { ColumnCorrection, FileReading, ReadingChoices } from '../table/stored/file-reading.ts';
import { type TableDescription, tableBytes } from '../table/stored/table-layout.ts';
import { forgetArriving, whileArriving } from './arriving-upload.ts';
import type { Endpoint } from './endpoint.ts';
import { withinRoom } from './file-room.ts';
import { requireEndpointRoom } from './quota.ts';
import { readRoom } from './quota-store.ts';
import { noteReplaced } from './repaired-endpoint.ts';
import {
  insertArriving,
  insertEndpointOfUpload,
  replaceUploadOfEndpoint,
  type UploadRecord,
} from './upload-record-store.ts';

export interface UploadedFile {
  readonly fileName: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly options?: CsvOptions;
  /** What was said of the file before; of columns, as far as this one has them. */
  readonly before?: ReadingChoices;
}

/** How a file was read. */
export interface UploadedTable {
  readonly description: TableDescription;
  readonly reading: FileReading;
}

export interface Publication {
  readonly accountId: string;
  readonly name: string;
  readonly type: FormatName;
  readonly fields: readonly string[] | null;
  /** Of the token that every request must carry; the id of the endpoint goes into it. */
  readonly tokenDigest: (endpointId: string) => string | null;
}

/** In characters, of columns of which something was said. */
const maxRemembered = 1_000_000;

export async function publishUpload(
  context: AppContext,
  file: UploadedFile,
  publication: Publication,
): Promise<UploadedTable & { readonly endpoint: Endpoint }> {
  const { accountId, fields } = publication;
  requireEndpointRoom(await readRoom(context.database.db, context.config, accountId));
  const fitting = await withinRoom(context, file, { accountId });
  return storeUpload(context, fitting, fields, async (stored) => {
    const endpoint = endpointOf(publication, stored, context.now());
    await insertEndpointOfUpload(context, endpoint, stored);
    return { endpoint, description: stored.description, reading: stored.reading };
  });
}

export function endpointOf(
  publication: Publication,
  stored: Pick<StoredUpload, 'id' | 'description'>,
  at: number,
): Endpoint {
  const id = randomId();
  const { accountId, name, type, fields } = publication;
  return {
    id,
    accountId,
    name,
    type,
    source: 'csv_upload',
    sourceSettings: settingsOf(stored),
    connectionId: null,
    fields,
    tokenDigest: publication.tokenDigest(id),
    customParameters: [],
    allowedSpreadsheets: [],
    description: '',
    isPublic: false,
    linkedRecords: 'json',
    pausedAt: null,
    createdAt: at,
  };
}

/**
 * The next request gets the new file; what is being read goes on with the old one. `fields` is the selection
 * from now on: without it the old one stays, and hits answer 409 if the file has lost one of its columns.
 */
export async function replaceUpload(
  context: AppContext,
  file: UploadedFile,
  endpoint: Endpoint,
  fields: readonly string[] | undefined,
): Promise<UploadedTable & { readonly lostFields: readonly string[] }> {
  const before = rememberedChoices(endpoint.sourceSettings);
  const fitting = await withinRoom(context, { ...file, before }, endpointRoom(endpoint));
  return storeUpload(context, fitting, fields ?? null, async (stored) => {
    const changes = { sourceSettings: settingsOf(stored, before), ...(fields && { fields }) };
    await replaceUploadOfEndpoint(context, endpoint, changes, stored, context.now());
    const { description, reading } = stored;
    const lostFields = missingFields(fields ?? endpoint.fields, description);
    await noteReplaced(context, endpoint.id, lostFields);
    return { lostFields, description, reading };
  });
}

const endpointRoom = ({ id, accountId }: Endpoint) => ({ accountId, replaces: id });

export interface StoredUpload extends UploadRecord, UploadedTable {}

/**
 * Nothing is kept of a file that lacks one of the fields, or that the plan has no room for. What `record` leaves when it
 * fails otherwise is not touched: it may have succeeded without our knowing. `begin` makes the row that an upload has
 * while it arrives.
 */
export async function storeUpload<T>(
  context: AppContext,
  file: UploadedFile,
  fields: readonly string[] | null,
  record: (stored: StoredUpload) => Promise<T>,
  begin = (id: string): Promise<void> => insertArriving(context.database.db, id, context.now(), null),
): Promise<T> {
  const id = randomId();
  await begin(id);
  return whileArriving(context, id, async () => {
    const stored = await writeUpload(context, id, file, fields).catch(async (error: unknown) => {
      await forgetArriving(context, id);
      throw error;
    });
    return record(stored).catch(async (error: unknown) => {
      if (error instanceof ServiceError && error.key === 'planFull') await forgetArriving(context, id);
      throw error;
    });
  });
}

async function writeUpload(
  { config, uploads }: AppContext,
  id: string,
  file: UploadedFile,
  fields: readonly string[] | null,
): Promise<StoredUpload> {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of file.content) {
      bytes += piece.byteLength;
      yield piece;
    }
  }
  await using begun = await uploads.begin(id);
  const { options = {}, before = {} } = file;
  // A file that was taken once may be longer as it is stored.
  const maxBytes = options.storedOf ? Number.MAX_SAFE_INTEGER : maxUploadBytes(config);
  const choices = mergedChoices(before, options.choices ?? {});
  const { description, reading } = await ingestInThread(
    counted(),
    begun.folder,
    { ...defaultCsvLimits, maxBytes },
    { ...options, choices },
  );
  requireFields(fields ?? [], description);
  requireCorrected(options.choices?.columns ?? [], description, reading);
  const storedBytes = await tableBytes(begun.folder);
  await begun.commit();
  return { id, fileName: file.fileName, bytes, storedBytes, rows: description.rows, description, reading };
}

export function requireFields(fields: readonly string[], description: TableDescription): void {
  const lost = missingFields(fields, description);
  if (lost.length === 0) return;
  throw noColumn(
    lost,
    description.columns.map(({ name }) => name),
  );
}

function requireCorrected(
  wanted: readonly ColumnCorrection[],
  { columns }: TableDescription,
  { choices }: FileReading,
): void {
  const done = new Set(choices.columns?.map(({ column }) => column));
  const lost = wanted.map(({ column }) => column).filter((column) => !done.has(column));
  if (lost.length === 0) return;
  throw noColumn(
    lost,
    columns.map(({ name }) => name),
  );
}

function noColumn(lost: readonly string[], available: readonly string[]): RefusedError {
  return inputRefused(`The file has no column ${listedNames(lost)}. It has ${listedNames(available)}.`);
}

export function missingFields(fields: readonly string[] | null, { columns }: TableDescription): string[] {
  const names = new Set(columns.map(({ name }) => name));
  return fields?.filter((field) => !names.has(field)) ?? [];
}

/** `before`: what was said of the file before. */
export function settingsOf(
  { id, description }: Pick<StoredUpload, 'id' | 'description'>,
  before: ReadingChoices = {},
): CsvUploadSettings {
  const { choices: now = {} } = description.reading ?? {};
  const { columns: _, ...said } = now;
  const merged = mergedChoices({ columns: before.columns ?? [] }, now).columns ?? [];
  // One that says nothing takes back what was said before.
  const columns = merged.filter(({ name, type }) => name !== undefined || type !== undefined);
  const choices = { ...said, ...(columns.length > 0 && { columns: withinNames(columns) }) };
  return { upload: id, ...(Object.keys(choices).length > 0 && { choices }) };
}

/** However many files come one after the other, no more is remembered than one of them can have. */
function withinNames(columns: readonly ColumnCorrection[]): ColumnCorrection[] {
  let characters = 0;
  return columns.slice(0, defaultCsvLimits.maxColumns).filter(({ column, name = '' }) => {
    characters += column.length + name.length;
    return characters <= maxRemembered;
  });
}
