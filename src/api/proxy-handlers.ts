/** Proxies of an endpoint. */
import type { HandlersOf } from './api.ts';
import type { proxyRows } from './contract/proxy-rows.ts';

export const proxyHandlers: HandlersOf<typeof proxyRows> = {};
