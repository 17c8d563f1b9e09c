/**
 * A connection of an account to a platform (contract 5.5): by a token that its owner made there, or by OAuth. Its state
 * decides between 423 and 500 (contract 7.4).
 */
import { z } from 'zod';
import { digest } from '../base/digest.ts';
import type { PlatformName } from './platforms.ts';

/** `revoked`: the platform takes none of its credentials any more. `disconnected`: its owner ended it. */
export const connectionStates = ['working', 'revoked', 'disconnected'] as const;

export interface Connection {
  readonly id: string;
  readonly accountId: string;
  readonly platform: PlatformName;
  readonly state: (typeof connectionStates)[number];
  /** Sealed. */
  readonly secret: string | null;
  readonly expiresAt: number | null;
  readonly version: number;
  readonly createdAt: number;
  /** Whose account it is at the platform; null when nobody knows. */
  readonly account: string | null;
  /** What its owner calls it; null for what the platform says. */
  readonly name: string | null;
  /** When the platform was last known to accept or refuse it. */
  readonly checkedAt: number | null;
  /** Why the platform refused it the last time; null since it has accepted it. */
  readonly problem: string | null;
}

/** Visible ASCII characters only, without spaces. */
export const tokenPattern = /^[\x21-\x7e]+$/;

/** As an owner or a platform gives it. */
export interface NewCredential {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: number | null;
}

/** What is sealed in a connection. `identity` tells whose limits its calls count against. */
export const credentialShape = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  identity: z.string(),
});

export type Credential = z.infer<typeof credentialShape>;

export function limitIdentity({ accessToken, refreshToken }: NewCredential): string {
  return digest('platform-limits', refreshToken ?? accessToken).slice(0, 16);
}

/** Where a credential is kept, for sealing it. */
export function secretBinding(connectionId: string): string {
  return `connections/${connectionId}/secret`;
}
