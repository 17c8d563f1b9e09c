/** A file that was uploaded and is not published yet: what was read from it, corrected, previewed, thrown away. */
import { basename, extname } from 'node:path';
import type { Account } from '../../accounts/account.ts';
import { correctDraft, discardDraft, openDraft } from '../../endpoints/draft-upload.ts';
import { ingestSummary } from '../../endpoints/ingest-summary.ts';
import { endpointOf, type StoredUpload } from '../../endpoints/publish-upload.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { maxUploadBytes } from '../../sources/csv-upload/limits.ts';
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
  const correction = { ...(decimal && { decimal }), text };
  return describedDraft(await correctDraft(context, account.id, params.id, correction));
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
  const draft = await openDraft(context, account.id, id);
  if (!draft) throw new ServiceError('notFound');
  return draft;
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
