/**
 * A file that was uploaded in the browser but is not published yet: its owner sees how it was read first, and
 * corrects it. It is kept for an hour, and what an account has of these is bounded.
 */

import { createReadStream } from 'node:fs';
import type { AppContext } from '../app-context.ts';
import { hourMs } from '../base/durations.ts';
import { ServiceError } from '../errors/errors.ts';
import { inputRefused } from '../errors/refused-error.ts';
import { mergedChoices, rememberedChoices } from '../sources/csv-upload/settings.ts';
import { alwaysWaiting } from '../storage/uploads/upload-store.ts';
import { plainReading, type ReadingChoices } from '../table/stored/file-reading.ts';
import { rowsFile } from '../table/stored/table-layout.ts';
import { readDescription } from '../table/stored/table-reader.ts';
import { beginDraft, removeDrafts } from './draft-bounds.ts';
import type { Endpoint } from './endpoint.ts';
import { withinRoom } from './file-room.ts';
import {
  endpointOf,
  missingFields,
  type Publication,
  requireFields,
  type StoredUpload,
  settingsOf,
  storeUpload,
  type UploadedFile,
} from './publish-upload.ts';
import { bytesOfEndpoint } from './quota-store.ts';
import { noteReplaced } from './repaired-endpoint.ts';
import {
  claimDrafts,
  findDraft,
  findUploadOfEndpoint,
  insertEndpointOfUpload,
  recordDraft,
  replaceUploadOfEndpoint,
  type UploadRecord,
} from './upload-record-store.ts';

const keptForMs = hourMs;

/** `replaces` is the endpoint whose file it is to replace. */
export async function storeDraft(
  context: AppContext,
  accountId: string,
  file: UploadedFile,
  replaces?: string,
): Promise<StoredUpload> {
  const { db } = context.database;
  const replacedBytes = replaces === undefined ? 0 : await bytesOfEndpoint(db, replaces);
  const fitting = await withinRoom(context, file, { accountId, replaces });
  return storeUpload(
    context,
    fitting,
    null,
    (stored) => record(context, accountId, stored, replacedBytes),
    (id) => beginDraft(context, accountId, id, 0),
  );
}

async function record(
  context: AppContext,
  accountId: string,
  stored: StoredUpload,
  replacedBytes: number,
): Promise<StoredUpload> {
  const at = context.now();
  const times = { at, until: at + keptForMs, replacedBytes };
  await removeDrafts(context, await recordDraft(context, stored, accountId, times));
  return stored;
}

/** Reads a draft once more as its owner says, without its being sent again; the new one takes its place. */
export async function correctDraft(
  context: AppContext,
  accountId: string,
  id: string,
  correction: Pick<ReadingChoices, 'decimal' | 'columns'>,
): Promise<StoredUpload> {
  const draft = await requireDraft(context, accountId, id);
  const { decimal: _, columns: __, ...others } = draft.reading.choices;
  const corrected = await readOnceMore(context, accountId, draft, { ...others, ...correction }, 1);
  await discardDraft(context, accountId, id);
  return corrected;
}

/** The file of an endpoint as a draft of its own, to be corrected and put in its place. */
export async function draftOfEndpoint(context: AppContext, endpoint: Endpoint): Promise<StoredUpload> {
  const record = await findUploadOfEndpoint(context.database.db, endpoint.id);
  if (!record) throw new ServiceError('notFound');
  const current = await described(context, record);
  const before = rememberedChoices(endpoint.sourceSettings);
  const choices = mergedChoices(before, current.reading.choices);
  return readOnceMore(context, endpoint.accountId, current, choices, 0);
}

/** `replaced`: how many drafts go when it is here. */
async function readOnceMore(
  context: AppContext,
  accountId: string,
  stored: StoredUpload,
  choices: ReadingChoices,
  replaced: number,
): Promise<StoredUpload> {
  using held = await context.uploads.open(stored.id, alwaysWaiting);
  const file: UploadedFile = {
    fileName: stored.fileName,
    content: storedCsv(held.folder),
    options: { choices, storedOf: stored.reading },
  };
  return storeUpload(
    context,
    file,
    null,
    // It was refused when it came, if there was no room; it is refused when it is published, if there is none then.
    (read) => record(context, accountId, { ...read, bytes: stored.bytes }, read.storedBytes),
    (arriving) => beginDraft(context, accountId, arriving, replaced),
  );
}

async function* storedCsv(folder: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(rowsFile(folder));
}

/** One of somebody else is as if it did not exist. */
export async function discardDraft(context: AppContext, accountId: string, id: string): Promise<boolean> {
  const claimed = await claimDrafts(context.database.db, accountId, [id]);
  await removeDrafts(context, claimed);
  return claimed.length > 0;
}

export async function publishDraft(
  context: AppContext,
  draftId: string,
  publication: Publication,
): Promise<Endpoint> {
  const draft = await requireDraft(context, publication.accountId, draftId);
  requireFields(publication.fields ?? [], draft.description);
  const endpoint = endpointOf(publication, draft, context.now());
  await insertEndpointOfUpload(context, endpoint, draft);
  return endpoint;
}

/** Returns the fields of the endpoint that the new file lacks: hits answer 409 until others are chosen. */
export async function replaceByDraft(
  context: AppContext,
  draftId: string,
  endpoint: Endpoint,
): Promise<readonly string[]> {
  const before = rememberedChoices(endpoint.sourceSettings);
  const given = await requireDraft(context, endpoint.accountId, draftId);
  const draft = await keepingChoices(context, endpoint.accountId, given, before);
  const fields = renamedFields(endpoint.fields, before, draft.reading.choices);
  const changes = { sourceSettings: settingsOf(draft, before), fields };
  await replaceUploadOfEndpoint(context, endpoint, changes, draft, context.now());
  const lost = missingFields(fields, draft.description);
  await noteReplaced(context, endpoint.id, lost);
  return lost;
}

/** A column that is exported is exported under its new name. */
function renamedFields(
  fields: readonly string[] | null,
  before: ReadingChoices,
  now: ReadingChoices,
): readonly string[] | null {
  if (fields === null) return null;
  const originals = new Map(before.columns?.map(({ column, name }) => [name ?? column, column]));
  const names = new Map(now.columns?.map(({ column, name }) => [column, name ?? column]));
  return fields.map((field) => {
    const original = originals.get(field) ?? field;
    return names.get(original) ?? field;
  });
}

/** What its owner has said of a column holds for the next file, too. */
async function keepingChoices(
  context: AppContext,
  accountId: string,
  draft: StoredUpload,
  before: ReadingChoices,
): Promise<StoredUpload> {
  const { reading, description } = draft;
  const said = new Set(reading.choices.columns?.map(({ column }) => column));
  const types = new Map(description.columns.map(({ name, type }) => [name, type]));
  const lost = before.columns?.filter(({ column, name, type, form }) => {
    const found = said.has(column) ? undefined : types.get(column);
    return found !== undefined && (name !== undefined || form !== undefined || type !== found);
  });
  if (!lost || lost.length === 0) return draft;
  const choices = mergedChoices({ columns: lost }, reading.choices);
  return correctDraft(context, accountId, draft.id, choices);
}

async function requireDraft(context: AppContext, accountId: string, id: string): Promise<StoredUpload> {
  const draft = await openDraft(context, accountId, id);
  if (draft) return draft;
  throw inputRefused('The file is not here any more: it is kept for an hour. Upload it again.');
}

export async function openDraft(
  context: AppContext,
  accountId: string,
  id: string,
): Promise<StoredUpload | undefined> {
  const draft = await findDraft(context.database.db, id, accountId);
  return draft && described(context, draft);
}

async function described({ uploads }: AppContext, record: UploadRecord): Promise<StoredUpload> {
  using held = await uploads.open(record.id, alwaysWaiting);
  const description = await readDescription(held.folder);
  const { reading = plainReading } = description;
  return { ...record, description, reading };
}
