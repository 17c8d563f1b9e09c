/** What an administrator sees and does: accounts, mail, the service itself. */
import type { HandlersOf } from './api.ts';
import type { administratorRows } from './contract/administrator-rows.ts';

export const administratorHandlers: HandlersOf<typeof administratorRows> = {};
