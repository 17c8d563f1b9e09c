/** What each way of connecting a platform needs. */
import type { Answer } from '../../api-client.ts';

export type PlatformAnswer = Answer<'GET /api/platforms'>['platforms'][number];

export interface WayProps {
  readonly platform: PlatformAnswer;
  readonly connectionId?: string | undefined;
  readonly onConnected: (connection: { id: string }) => unknown;
}
