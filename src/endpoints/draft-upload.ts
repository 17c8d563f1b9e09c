/**
 * A file that was uploaded in the browser but is not published yet: its owner sees what was understood of it first. It
 * is kept for an hour, and what an account has of these is bounded (1.3, section 8).
 */
import type { AppContext } from '../app-context.ts';
import { alwaysWaiting } from '../storage/upload-store.ts';
import { readDescription } from '../stored-table/table-reader.ts';
import type { Endpoint } from './endpoint.ts';
import {
  endpointOf,
  missingFields,
  type Publication,
  PublishError,
  requireFields,
  settingsOf,
  storeUpload,
  type UploadedFile,
  type UploadedTable,
} from './publish-upload.ts';
import {
  draftBytes,
  findDraft,
  insertEndpointOfUpload,
  recordDraft,
  replaceUploadOfEndpoint,
  type UploadRecord,
} from './upload-record-store.ts';

const keptForMs = 60 * 60 * 1_000;
/** Of the largest file. */
const mostDrafts = 5;

export async function storeDraft(
  context: AppContext,
  accountId: string,
  file: UploadedFile,
): Promise<UploadedTable & UploadRecord> {
  const { database, config, now } = context;
  if ((await draftBytes(database.db, accountId)) > mostDrafts * config.maxUploadMb * 1024 * 1024) {
    throw new PublishError(
      'You have several large files here that are not published. Publish one, or wait an hour.',
    );
  }
  return storeUpload(context, file, null, async (stored) => {
    await recordDraft(database.db, stored, accountId, now(), now() + keptForMs);
    return stored;
  });
}

export async function publishDraft(
  context: AppContext,
  draftId: string,
  publication: Publication,
): Promise<Endpoint> {
  const { db } = context.database;
  const draft = await requireDraft(context, draftId, publication.accountId);
  requireFields(publication.fields, await descriptionOf(context, draftId));
  const endpoint = endpointOf(publication, draft, context.now());
  await insertEndpointOfUpload(db, endpoint, draft);
  return endpoint;
}

/** Returns the fields of the endpoint that the new file lacks: hits answer 409 until others are chosen. */
export async function replaceByDraft(
  context: AppContext,
  draftId: string,
  endpoint: Endpoint,
): Promise<readonly string[]> {
  const draft = await requireDraft(context, draftId, endpoint.accountId);
  const changes = { sourceSettings: settingsOf(draftId) };
  await replaceUploadOfEndpoint(context.database.db, endpoint.id, changes, draft, context.now());
  return missingFields(endpoint.fields, await descriptionOf(context, draftId));
}

async function requireDraft({ database }: AppContext, id: string, accountId: string): Promise<UploadRecord> {
  const draft = await findDraft(database.db, id, accountId);
  if (!draft)
    throw new PublishError('The file is not here any more: it is kept for an hour. Upload it again.');
  return draft;
}

async function descriptionOf({ uploads }: AppContext, id: string) {
  using held = await uploads.open(id, alwaysWaiting);
  return readDescription(held.folder);
}
