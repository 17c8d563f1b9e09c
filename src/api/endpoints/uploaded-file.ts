/** An uploaded file becomes an endpoint, or takes the place of an earlier one. */
import { publishDraft, replaceByDraft } from '../../endpoints/draft-upload.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import type { Handler } from '../api.ts';
import { described, requireFormat } from './endpoint-settings.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const publishFile: Handler<'POST /api/endpoints'> = async ({ context, account, body }) => {
  const { upload, name, type, fields } = body;
  const publication = {
    accountId: account.id,
    name,
    type: requireFormat(type),
    fields,
    tokenDigest: () => null,
  };
  return described(context, await publishDraft(context, upload, publication));
};

export const replaceFile: Handler<'PUT /api/endpoints/:id/file'> = async (call) => {
  const { context, account, params, body } = call;
  const endpoint = await ownEndpoint(context, account, params);
  if (endpoint.source !== 'csv_upload')
    throw inputRefused('Only an endpoint of an uploaded file can get another file.');
  return { lostFields: [...(await replaceByDraft(context, body.upload, endpoint))] };
};
