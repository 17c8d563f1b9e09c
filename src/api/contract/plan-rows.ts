/** Plans, add-on credits and payment. */
import type { Routes } from './route.ts';

export const planRows = {} as const satisfies Routes;
