/**
 * What is true of one platform (contract 5.5 and 8.4.1): where it is reached, how a connection to it is made, how many
 * calls it allows and what its refusals mean. Each platform says so in `platform.ts` of its folder in `sources/`.
 */
import type { Config } from '../config/config.ts';

export interface Platform {
  /** Kept with every connection, so it never changes. */
  readonly id: string;
  /** How messages name it. */
  readonly name: string;
  /** The origin that serves a path. */
  apiOrigin(config: Config, path: string): string;
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a call counts against, the narrowest first; `identity` tells credentials apart. */
  rateLimits(config: Config, identity: string, scope: string): readonly RateLimit[];
  refusal(status: number, body: unknown): Refusal;
  readonly identity: PlatformIdentity;
  /** The options of `endpoint create` that name a table, with words in place of their values. */
  readonly tableOptions: string;
  /** Absent where the platform is connected by a token alone. */
  readonly oauth?: OAuthAddresses;
  /** Absent where the platform is connected by OAuth alone. */
  readonly token?: TokenHelp;
}

/** How an owner gets a token. */
interface TokenHelp {
  readonly steps: readonly string[];
  /** Where it is made. */
  readonly address: string;
}

export interface RateLimit {
  /** Whose limit it is: one base, one integration, one project. */
  readonly key: string;
  readonly calls: number;
  readonly perMs: number;
}

export interface Refusal {
  /**
   * `credential`: expired or revoked. `limit`: too many calls, later it works. `quota`: waiting does not help.
   * `transient`: the platform failed, the same call may work. `other`: only the caller knows what it means.
   */
  readonly kind: 'credential' | 'limit' | 'quota' | 'transient' | 'other';
  /** The platform's own word for it. */
  readonly code: string;
  readonly message: string;
  /** How long the limit lasts when the response does not say; absent where nobody knows. */
  readonly closedForSeconds?: number;
}

/** The call that tells whose credential it is. */
interface PlatformIdentity {
  readonly path: string;
  /** Which of the platform's rate limits it counts against. */
  readonly scope: string;
  /** E-mail address, name or id of the account, whatever the platform tells. Throws for any other response. */
  read(json: unknown): string;
}

export interface OAuthAddresses {
  authorizeUrl(config: Config): string;
  tokenUrl(config: Config): string;
  /** Where a grant is given back; absent where the platform has no such address. */
  revokeUrl?(config: Config): string;
  client(config: Config): { readonly id: string; readonly secret: string };
  /** How the client authenticates at the token address, when it has a secret. */
  readonly clientAuthentication: 'basic' | 'body';
  readonly scopes: readonly string[];
  /** Besides those of OAuth itself. */
  readonly authorizeParameters: Readonly<Record<string, string>>;
}
