/** Connections to platforms, and what can be chosen on them. */
import type { HandlersOf } from './api.ts';
import type { connectionRows } from './contract/connection-rows.ts';

export const connectionHandlers: HandlersOf<typeof connectionRows> = {};
