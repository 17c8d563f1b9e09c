/** One account as an administrator sees it. */
import type { Answer } from '../../api-client.ts';

export type AccountDetails = Answer<'GET /api/administrator/accounts/:id'>;
