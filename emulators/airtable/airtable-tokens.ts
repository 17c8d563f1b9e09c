/**
 * The credentials issued by the emulated Airtable: personal access tokens, and OAuth grants with a pair of tokens
 * each. A refresh replaces the pair and invalidates the old one; reuse of a refresh token revokes the grant.
 */
import { randomBytes } from 'node:crypto';
import { newAirtableId } from './airtable-data.ts';

export const readScopes: readonly string[] = ['data.records:read', 'schema.bases:read'];
export const accessLifeSeconds = 3600;
export const refreshLifeSeconds = 5_184_000;

/** The access that a token gives. */
export interface AirtableAccess {
  readonly kind: 'personal' | 'oauth';
  readonly scopes: readonly string[];
  /** Absent: all bases. */
  readonly bases: readonly string[] | undefined;
}

export interface AirtableGrant {
  accessToken: string;
  refreshToken: string;
  scopes: readonly string[];
  /** Milliseconds since 1970. */
  accessEnds: number;
  refreshEnds: number;
  readonly bases: readonly string[] | undefined;
  isRevoked: boolean;
}

export class AirtableTokens {
  refreshes = 0;
  readonly #personal = new Map<string, AirtableAccess>();
  /** By every access and refresh token that the grant has ever had. */
  readonly #grants = new Map<string, AirtableGrant>();

  addPersonal(options: { token?: string; bases?: string[]; scopes?: string[] } = {}): string {
    const token = options.token ?? `${newAirtableId('pat')}.${randomBytes(32).toString('hex')}`;
    this.#personal.set(token, {
      kind: 'personal',
      scopes: options.scopes ?? readScopes,
      bases: options.bases,
    });
    return token;
  }

  addGrant(
    options: { bases?: string[]; scopes?: readonly string[]; accessExpired?: boolean } = {},
  ): AirtableGrant {
    const grant = {
      ...newPair(),
      scopes: options.scopes ?? readScopes,
      bases: options.bases,
      isRevoked: false,
    };
    if (options.accessExpired) grant.accessEnds = 0;
    return this.#keep(grant);
  }

  /** Returns undefined if the token is unknown, expired or revoked. */
  access(token: string): AirtableAccess | undefined {
    const grant = this.#grants.get(token);
    if (!grant) return this.#personal.get(token);
    const isGood = !grant.isRevoked && grant.accessToken === token && grant.accessEnds > Date.now();
    return isGood ? { kind: 'oauth', scopes: grant.scopes, bases: grant.bases } : undefined;
  }

  /** Returns the grant of a valid refresh token. */
  refreshable(refreshToken: string): AirtableGrant | undefined {
    const grant = this.#grants.get(refreshToken);
    if (!grant || grant.isRevoked || grant.accessToken === refreshToken) return undefined;
    if (grant.refreshToken === refreshToken) return grant.refreshEnds > Date.now() ? grant : undefined;
    grant.isRevoked = true;
    return undefined;
  }

  rotate(grant: AirtableGrant): AirtableGrant {
    this.refreshes += 1;
    return this.#keep(Object.assign(grant, newPair()));
  }

  revoke(token: string): void {
    this.#personal.delete(token);
    const grant = this.#grants.get(token);
    if (grant) grant.isRevoked = true;
  }

  expireAccess(): void {
    for (const grant of this.#grants.values()) grant.accessEnds = 0;
  }

  #keep(grant: AirtableGrant): AirtableGrant {
    this.#grants.set(grant.accessToken, grant);
    this.#grants.set(grant.refreshToken, grant);
    return grant;
  }
}

function newPair() {
  const now = Date.now();
  return {
    accessToken: `${newAirtableId('oaa')}.v1.${randomBytes(24).toString('base64url')}`,
    refreshToken: `${newAirtableId('oar')}.v1.${randomBytes(24).toString('base64url')}`,
    accessEnds: now + accessLifeSeconds * 1000,
    refreshEnds: now + refreshLifeSeconds * 1000,
  };
}
