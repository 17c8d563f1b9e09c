/**
 * Grants of the users: authorization codes, access tokens that are valid for an hour, refresh tokens that never
 * change. Revoking any token revokes the whole grant.
 */
import { createHash, randomBytes } from 'node:crypto';

export const accessSeconds = 3599;
const codeMilliseconds = 600_000;

export interface Grant {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly scopes: readonly string[];
  readonly refreshToken: string | undefined;
  revoked: boolean;
}

export interface AuthorizationCode {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly isPlainChallenge: boolean;
  readonly nonce: string | undefined;
  readonly expiresAt: number;
}

export class GoogleGrants {
  refreshes = 0;
  /** Addresses that Google has not verified. */
  readonly unverifiedEmails: string[] = [];
  readonly #byAccess = new Map<string, { readonly grant: Grant; expiresAt: number }>();
  readonly #byRefresh = new Map<string, Grant>();
  readonly #codes = new Map<string, AuthorizationCode>();

  add(email: string, scopes: readonly string[], withRefreshToken: boolean): Grant {
    const refreshToken = withRefreshToken ? `1//${randomText(48)}` : undefined;
    const isEmailVerified = !this.unverifiedEmails.includes(email);
    const grant: Grant = {
      email,
      isEmailVerified,
      scopes: scopes.map(longScope),
      refreshToken,
      revoked: false,
    };
    if (refreshToken) this.#byRefresh.set(refreshToken, grant);
    return grant;
  }

  issueAccess(grant: Grant, seconds = accessSeconds): string {
    const token = `ya29.${randomText(60)}`;
    this.#byAccess.set(token, { grant, expiresAt: Date.now() + seconds * 1000 });
    return token;
  }

  issueCode(code: Omit<AuthorizationCode, 'expiresAt'>): string {
    const text = `4/${randomText(40)}`;
    this.#codes.set(text, { ...code, expiresAt: Date.now() + codeMilliseconds });
    return text;
  }

  /** A code is valid only once. */
  takeCode(text: string): AuthorizationCode | undefined {
    const code = this.#codes.get(text);
    this.#codes.delete(text);
    return code && code.expiresAt > Date.now() ? code : undefined;
  }

  byAccess(token: string): { grant: Grant; expiresIn: number } | undefined {
    const access = this.#byAccess.get(token);
    if (!access || access.grant.revoked || access.expiresAt <= Date.now()) return undefined;
    return { grant: access.grant, expiresIn: Math.floor((access.expiresAt - Date.now()) / 1000) };
  }

  byRefresh(token: string): Grant | undefined {
    const grant = this.#byRefresh.get(token);
    return grant && !grant.revoked ? grant : undefined;
  }

  /** The scopes that the user has granted so far. */
  scopesOf(email: string): string[] {
    const grants = [...this.#byRefresh.values(), ...[...this.#byAccess.values()].map(({ grant }) => grant)];
    const theirs = grants.filter((grant) => grant.email === email && !grant.revoked);
    return [...new Set(theirs.flatMap((grant) => grant.scopes))];
  }

  expireAccessTokens(): void {
    for (const access of this.#byAccess.values()) access.expiresAt = 0;
  }

  revoke(token: string): boolean {
    const grant = this.byAccess(token)?.grant ?? this.byRefresh(token);
    if (grant) grant.revoked = true;
    return grant !== undefined;
  }
}

/** Google replaces the short names of sign-in scopes with their URLs. */
export function longScope(scope: string): string {
  return scope === 'email' || scope === 'profile' ? `${scopeRoot}userinfo.${scope}` : scope;
}

export const scopeRoot = 'https://www.googleapis.com/auth/';

/** Google's numeric user id, always the same for an e-mail address. */
export function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email).digest('hex').slice(0, 16);
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0')}`;
}

function randomText(characters: number): string {
  return randomBytes(characters).toString('base64url').slice(0, characters);
}
