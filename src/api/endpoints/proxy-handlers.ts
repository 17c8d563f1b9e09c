/** Proxies of an endpoint. */
import type { HandlersOf } from '../api.ts';
import { addProxy, listProxies, revokeProxy } from './proxies.ts';
import type { proxyRows } from './proxy-rows.ts';

export const proxyHandlers: HandlersOf<typeof proxyRows> = {
  'GET /api/endpoints/:id/proxies': listProxies,
  'POST /api/endpoints/:id/proxies': addProxy,
  'DELETE /api/proxies/:id': revokeProxy,
};
