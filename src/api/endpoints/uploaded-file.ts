/** An uploaded file: read, corrected, previewed, thrown away; published, or put in place of an earlier one. */
import { basename, extname } from 'node:path';
import type { Account } from '../../accounts/account.ts';
import {
  correctDraft,
  discardDraft,
  draftOfEndpoint,
  openDraft,
  publishDraft,
  replaceByDraft,
} from '../../endpoints/draft-upload.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
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
    const { decimal, columns } = body;
    const correction = { ...(decimal && { decimal }), columns };
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
    const endpoint = await ownFileEndpoint(context, account, params);
    return { lostFields: [...(await replaceByDraft(context, body.upload, endpoint))] };
  },
  'POST /api/endpoints/:id/file/draft': async ({ context, account, params }) =>
    describedDraft(await draftOfEndpoint(context, await ownFileEndpoint(context, account, params))),
} satisfies Partial<Handlers>;

async function ownFileEndpoint(
  context: ExportContext,
  account: Account,
  params: { readonly id: string },
): Promise<Endpoint> {
  const endpoint = await ownEndpoint(context, account, params);
  if (endpoint.source === 'csv_upload') return endpoint;
  throw inputRefused('Only an endpoint of an uploaded file can get another file.');
}

async function ownDraft(context: ExportContext, account: Account, id: string): Promise<StoredUpload> {
  const draft = await openDraft(context, account.id, id);
  if (!draft) throw new ServiceError('notFound');
  return draft;
}

export function describedDraft(draft: StoredUpload): Answer<'GET /api/uploads/:id'> {
  const { columns, rows, delimiter, encoding, decimal } = ingestSummary(draft);
  const { warnings, hasHeader, skippedLines, choices } = draft.reading;
  const originals = new Map(choices.columns?.map(({ name, column }) => [name ?? column, column]));
  return {
    upload: draft.id,
    fileName: draft.fileName,
    bytes: draft.bytes,
    rows,
    delimiter,
    encoding,
    decimal,
    hasHeader,
    skippedLines,
    columns: columns.map((column) => ({ ...column, column: originals.get(column.name) ?? column.name })),
    warnings: warnings.map(({ text, fixes }) => ({ text, fixes })),
    overrides: {
      decimal: choices.decimal ?? null,
      hasHeader: choices.hasHeader ?? null,
      skipLines: choices.skipLines ?? null,
      columns: choices.columns ?? [],
    },
  };
}
