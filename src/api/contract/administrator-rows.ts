/** What an administrator sees and does: accounts, mail, the service itself. */
import type { Routes } from './route.ts';

export const administratorRows = {} as const satisfies Routes;
