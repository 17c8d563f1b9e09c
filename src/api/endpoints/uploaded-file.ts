/** An uploaded file: read, corrected, previewed, thrown away; published, or put in place of an earlier one. */
import { basename, extname } from 'node:path';
import type { Account } from '../../accounts/account.ts';
import {
  correctDraft,
  discardDraft,
  openDraft,
  publishDraft,
  replaceByDraft,
} from '../../endpoints/draft-upload.ts';
import { ingestSummary } from '../../endpoints/ingest-summary.ts';
import { endpointOf, type StoredUpload } from '../../endpoints/publish-upload.ts';
import { ServiceError } from '../../errors/errors.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { maxUploadBytes } from '../../sources/csv-upload/limits.ts';
import type { Answer, Handlers } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';
import { previewOf } from '../previews/preview.ts';
import { described, requireFormat } from './endpoint-settings.ts';

export const fileHandlers = {
  'GET /api/upload-limits': async ({ context }) => ({
    maxBytes: maxUploadBytes(context.config),
  }),
  'GET /api/uploads/:id': async ({ context, account, params }) =>
    describedDraft(await ownDraft(context, account, params.id)),
  'POST /api/uploads/:id/corrections': async ({ context, account, params, body }) => {
    await ownDraft(context, account, params.id);
    const { decimal, text } = body;
    const correction = { ...(decimal && { decimal }), text };
    return describedDraft(await correctDraft(context, account.id, params.id, correction));
  },
  'POST /api/uploads/:id/preview': async ({ context, account, params, body, signal }) => {
    const draft = await ownDraft(context, account, params.id);
    const publication = {
      accountId: account.id,
      name: basename(draft.fileName, extname(draft.fileName)),
      type: requireFormat(body.type),
      fields: body.fields,
      tokenDigest: () => null,
    };
    return previewOf(context, endpointOf(publication, draft, context.now()), {}, signal);
  },
  'DELETE /api/uploads/:id': async ({ context, account, params }) => {
    if (!(await discardDraft(context, account.id, params.id))) throw new ServiceError('notFound');
    return { id: params.id };
  },
  'POST /api/endpoints': async ({ context, account, body }) => {
    const { upload, name, type, fields } = body;
    const publication = {
      accountId: account.id,
      name,
      type: requireFormat(type),
      fields,
      tokenDigest: () => null,
    };
    return described(context, account, await publishDraft(context, upload, publication));
  },
  'PUT /api/endpoints/:id/file': async ({ context, account, params, body }) => {
    const endpoint = await ownEndpoint(context, account, params);
    if (endpoint.source !== 'csv_upload')
      throw inputRefused('Only an endpoint of an uploaded file can get another file.');
    return { lostFields: [...(await replaceByDraft(context, body.upload, endpoint))] };
  },
} satisfies Partial<Handlers>;

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
