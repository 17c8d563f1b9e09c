/** Platforms and the connections to them. */
import type { HandlersOf } from '../api.ts';
import type { connectionRows } from './connection-rows.ts';
import { checkToken, connectByToken, reconnectByToken } from './connection-token.ts';
import { checkAgain, disconnect, listConnections, showConnection } from './connections.ts';
import { beginConsentHere, showConsent } from './consents.ts';
import { listPlatforms } from './platform-list.ts';

export const connectionHandlers: HandlersOf<typeof connectionRows> = {
  'GET /api/platforms': listPlatforms,
  'GET /api/connections': listConnections,
  'POST /api/connections': connectByToken,
  'POST /api/connections/check-token': checkToken,
  'POST /api/connections/consents': beginConsentHere,
  'GET /api/connections/consents/:id': showConsent,
  'GET /api/connections/:id': showConnection,
  'POST /api/connections/:id/check': checkAgain,
  'PUT /api/connections/:id/token': reconnectByToken,
  'DELETE /api/connections/:id': disconnect,
};
