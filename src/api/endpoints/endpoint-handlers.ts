/** Endpoints: the list, one of them, its file. */
import type { HandlersOf } from '../api.ts';
import { correctFile, previewDraft, removeDraft, showDraft, tellUploadLimits } from './draft-file.ts';
import { listFields, listUses } from './endpoint-parts.ts';
import type { endpointRows } from './endpoint-rows.ts';
import { changeEndpoint, removeEndpoint, renewToken, showEndpoint } from './endpoint-settings.ts';
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
  'POST /api/endpoints/:id/token': renewToken,
  'GET /api/endpoints/:id/fields': listFields,
  'GET /api/endpoints/:id/uses': listUses,
  'DELETE /api/endpoints/:id': removeEndpoint,
};
