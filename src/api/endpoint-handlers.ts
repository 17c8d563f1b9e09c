/** Endpoints: the list, one of them, its file. */
import type { HandlersOf } from './api.ts';
import type { endpointRows } from './contract/endpoint-rows.ts';
import { correctFile, previewDraft, removeDraft, showDraft, tellUploadLimits } from './draft-file.ts';
import { changeEndpoint, removeEndpoint, showEndpoint } from './endpoint.ts';
import { listEndpoints } from './endpoints.ts';
import { publishFile, replaceFile } from './uploaded-file.ts';

export const endpointHandlers: HandlersOf<typeof endpointRows> = {
  'GET /api/endpoints': listEndpoints,
  'POST /api/endpoints': publishFile,
  'GET /api/upload-limits': tellUploadLimits,
  'GET /api/uploads/:id': showDraft,
  'POST /api/uploads/:id/corrections': correctFile,
  'POST /api/uploads/:id/preview': previewDraft,
  'DELETE /api/uploads/:id': removeDraft,
  'PUT /api/endpoints/:id/file': replaceFile,
  'GET /api/endpoints/:id': showEndpoint,
  'PATCH /api/endpoints/:id': changeEndpoint,
  'DELETE /api/endpoints/:id': removeEndpoint,
};
