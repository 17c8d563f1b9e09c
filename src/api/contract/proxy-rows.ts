/** Proxies of an endpoint. */
import type { Routes } from './route.ts';

export const proxyRows = {} as const satisfies Routes;
