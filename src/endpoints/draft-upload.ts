/**
 * A file that was uploaded in the browser but is not published yet: its owner sees what was understood of it first, and
 * corrects it. It is kept for an hour, and what an account has of these is bounded.
 */

import { createReadStream } from 'node:fs';
import type { AppContext } from '../app-context.ts';
import { hourMs } from '../base/durations.ts';
import { inputRefused } from '../errors/refused-error.ts';
import { textColumnsOf } from '../sources/csv-upload/settings.ts';
import { alwaysWaiting } from '../storage/uploads/upload-store.ts';
import { type FileReading, rowsFile } from '../table/stored/table-layout.ts';
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
  insertEndpointOfUpload,
  recordDraft,
  replaceUploadOfEndpoint,
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
  { decimal, text = [] }: Pick<FileReading, 'decimal' | 'text'>,
): Promise<StoredUpload> {
  const draft = await requireDraft(context, accountId, id);
  using held = await context.uploads.open(id, alwaysWaiting);
  const { encoding, delimiter } = draft.reading;
  const file: UploadedFile = {
    fileName: draft.fileName,
    content: storedCsv(held.folder),
    options: { decimal, text, storedOf: { encoding, delimiter } },
  };
  const corrected = await storeUpload(
    context,
    file,
    null,
    // It was refused when it came, if there was no room; it is refused when it is published, if there is none then.
    (stored) => record(context, accountId, { ...stored, bytes: draft.bytes }, stored.storedBytes),
    (arriving) => beginDraft(context, accountId, arriving, 1),
  );
  await discardDraft(context, accountId, id);
  return corrected;
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
  const textBefore = textColumnsOf(endpoint.sourceSettings);
  const given = await requireDraft(context, endpoint.accountId, draftId);
  const draft = await keepingText(context, endpoint.accountId, given, textBefore);
  const changes = { sourceSettings: settingsOf(draft, textBefore) };
  await replaceUploadOfEndpoint(context, endpoint, changes, draft, context.now());
  const lost = missingFields(endpoint.fields, draft.description);
  await noteReplaced(context, endpoint.id, lost);
  return lost;
}

/** What its owner has said of a column holds for the next file, too. */
async function keepingText(
  context: AppContext,
  accountId: string,
  draft: StoredUpload,
  textBefore: readonly string[],
): Promise<StoredUpload> {
  const { reading, description } = draft;
  const wasText = new Set(textBefore);
  const lost = description.columns.filter(({ name, type }) => type !== 'string' && wasText.has(name));
  if (lost.length === 0) return draft;
  const text = [...(reading.text ?? []), ...lost.map(({ name }) => name)];
  return correctDraft(context, accountId, draft.id, { ...reading, text });
}

async function requireDraft(context: AppContext, accountId: string, id: string): Promise<StoredUpload> {
  const draft = await openDraft(context, accountId, id);
  if (draft) return draft;
  throw inputRefused('The file is not here any more: it is kept for an hour. Upload it again.');
}

export async function openDraft(
  { database, uploads }: AppContext,
  accountId: string,
  id: string,
): Promise<StoredUpload | undefined> {
  const draft = await findDraft(database.db, id, accountId);
  if (!draft) return undefined;
  using held = await uploads.open(id, alwaysWaiting);
  const description = await readDescription(held.folder);
  const { reading = { encoding: 'utf-8', delimiter: ',', warnings: [] } } = description;
  return { ...draft, description, reading };
}
