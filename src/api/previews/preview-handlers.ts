/** Previews of at most ten rows, and what they can be asked for. */
import type { HandlersOf } from '../api.ts';
import { listColumns } from '../list-columns.ts';
import { listParameters } from '../list-parameters.ts';
import { previewEndpoint } from './preview.ts';
import type { previewRows } from './preview-rows.ts';

export const previewHandlers: HandlersOf<typeof previewRows> = {
  'POST /api/endpoints/:id/preview': previewEndpoint,
  'GET /api/endpoints/:id/columns': listColumns,
  'GET /api/parameters': listParameters,
};
