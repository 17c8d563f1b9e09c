/** Previews of at most ten rows. */
import type { HandlersOf } from './api.ts';
import type { previewRows } from './contract/preview-rows.ts';
import { previewEndpoint } from './preview.ts';

export const previewHandlers: HandlersOf<typeof previewRows> = {
  'POST /api/endpoints/:id/preview': previewEndpoint,
};
