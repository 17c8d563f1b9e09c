/** Tables, views and fields that can be chosen on a platform, and endpoints made of them. */
import type { HandlersOf } from './api.ts';
import type { choiceRows } from './contract/choice-rows.ts';

export const choiceHandlers: HandlersOf<typeof choiceRows> = {};
