/** The public page of an endpoint whose owner has switched it on. */
import type { HandlersOf } from '../api.ts';
import { samplePublicEndpoint, showPublicEndpoint } from './public-endpoint.ts';
import type { publicPageRows } from './public-page-rows.ts';

export const publicPageHandlers: HandlersOf<typeof publicPageRows> = {
  'GET /api/public/:id': showPublicEndpoint,
  'GET /api/public/:id/sample': samplePublicEndpoint,
};
