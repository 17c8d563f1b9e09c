/** Tables, views and fields that can be chosen on a platform, and endpoints made of them. */
import type { HandlersOf } from '../api.ts';
import { previewChoice } from './choice-preview.ts';
import type { choiceRows } from './choice-rows.ts';
import { createFromChoice, listChoices, listFields } from './choices.ts';

export const choiceHandlers: HandlersOf<typeof choiceRows> = {
  'GET /api/connections/:id/choices': listChoices,
  'GET /api/connections/:id/fields': listFields,
  'POST /api/connections/:id/endpoints': createFromChoice,
  'POST /api/connections/:id/preview': previewChoice,
};
