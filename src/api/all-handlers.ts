/** Every route of the dashboard's interface, by its name in the contract. */
import { showAccount } from './account.ts';
import type { Handlers } from './api.ts';
import { changeEndpoint, removeEndpoint, showEndpoint } from './endpoint.ts';
import { listEndpoints } from './endpoints.ts';
import { previewEndpoint } from './preview.ts';
import { describeService } from './service.ts';
import { publishFile, replaceFile } from './uploaded-file.ts';

export const allHandlers: Handlers = {
  'GET /api/service': describeService,
  'GET /api/account': showAccount,
  'GET /api/endpoints': listEndpoints,
  'POST /api/endpoints': publishFile,
  'PUT /api/endpoints/:id/file': replaceFile,
  'GET /api/endpoints/:id': showEndpoint,
  'PATCH /api/endpoints/:id': changeEndpoint,
  'DELETE /api/endpoints/:id': removeEndpoint,
  'POST /api/endpoints/:id/preview': previewEndpoint,
};
