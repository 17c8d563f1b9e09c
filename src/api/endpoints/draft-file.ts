/** A file that was uploaded and is not published yet: what was read from it, corrected, previewed, thrown away. */
import { basename, extname } from 'node:path';
import type { Account } from '../../accounts/account.ts';
import { correctDraft, DraftGoneError, discardDraft, openDraft } from '../../endpoints/draft-upload.ts';
import { ingestSummary } from '../../endpoints/ingest-summary.ts';
import { endpointOf, PublishError, type StoredUpload } from '../../endpoints/publish-upload.ts';
import { UploadLostError } from '../../endpoints/upload-record-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { maxUploadBytes } from '../../sources/csv-upload/limits.ts';
import { CsvUploadError } from '../../sources/csv-upload/upload-error.ts';
import type { Answer, Handler } from '../api.ts';
import { previewOf } from '../previews/preview.ts';
import { requireFormat } from './endpoint-settings.ts';

export const tellUploadLimits: Handler<'GET /api/upload-limits'> = async ({ context }) => ({
  maxBytes: maxUploadBytes(context.config),
});

export const showDraft: Handler<'GET /api/uploads/:id'> = async ({ context, account, params }) =>
  describedDraft(await ownDraft(context, account, params.id));

export const correctFile: Handler<'POST /api/uploads/:id/corrections'> = async (call) => {
  const { context, account, params, body } = call;
  await ownDraft(context, account, params.id);
  const { decimal, text } = body;
  const corrected = correctDraft(context, account.id, params.id, { ...(decimal && { decimal }), text });
  return describedDraft(await explainingFile(corrected));
};

export const previewDraft: Handler<'POST /api/uploads/:id/preview'> = async (call) => {
  const { context, account, params, body, signal } = call;
  const draft = await ownDraft(context, account, params.id);
  const publication = {
    accountId: account.id,
    name: basename(draft.fileName, extname(draft.fileName)),
    type: requireFormat(body.type),
    fields: body.fields,
    tokenDigest: () => null,
  };
  return previewOf(context, endpointOf(publication, draft, context.now()), {}, signal);
};

export const removeDraft: Handler<'DELETE /api/uploads/:id'> = async ({ context, account, params }) => {
  if (!(await discardDraft(context, account.id, params.id))) throw new ServiceError('notFound');
  return { id: params.id };
};

async function ownDraft(context: ExportContext, account: Account, id: string): Promise<StoredUpload> {
  try {
    return await openDraft(context, account.id, id);
  } catch (error) {
    throw error instanceof DraftGoneError ? new ServiceError('notFound') : error;
  }
}

export function describedDraft(draft: StoredUpload): Answer<'GET /api/uploads/:id'> {
  const { warnings = [], delimiter, columns, ...seen } = ingestSummary(draft);
  const { decimal = null, text = [] } = draft.reading;
  return {
    upload: draft.id,
    fileName: draft.fileName,
    bytes: draft.bytes,
    ...seen,
    delimiter,
    columns: [...columns],
    warnings: [...warnings],
    overrides: { decimal, text: [...text] },
  };
}

/** What is wrong with a file is an error of who sent it. */
export async function explainingFile<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isOfFile =
      error instanceof PublishError || error instanceof CsvUploadError || error instanceof UploadLostError;
    throw isOfFile ? new ServiceError('inputInvalid', { data: error.message }) : error;
  }
}
