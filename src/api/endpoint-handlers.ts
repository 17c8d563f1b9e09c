/** Endpoints: the list, one of them, its file. */
import type { HandlersOf } from './api.ts';
import type { endpointRows } from './contract/endpoint-rows.ts';
import { changeEndpoint, removeEndpoint, showEndpoint } from './endpoint.ts';
import { listEndpoints } from './endpoints.ts';
import { publishFile, replaceFile } from './uploaded-file.ts';

export const endpointHandlers: HandlersOf<typeof endpointRows> = {
  'GET /api/endpoints': listEndpoints,
  'POST /api/endpoints': publishFile,
  'PUT /api/endpoints/:id/file': replaceFile,
  'GET /api/endpoints/:id': showEndpoint,
  'PATCH /api/endpoints/:id': changeEndpoint,
  'DELETE /api/endpoints/:id': removeEndpoint,
};
