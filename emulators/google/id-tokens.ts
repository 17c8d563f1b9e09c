/**
 * ID tokens of OpenID Connect: RS256 with a key generated at startup, which is published as a map of PEM keys
 * and as a JWKS.
 */
import { createHash, createPublicKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { accessSeconds, type Grant, scopeRoot, subjectOf } from './google-grants.ts';

export interface IdTokens {
  /** Undefined without the scope `openid`. */
  issue(facts: IdTokenFacts): string | undefined;
  readonly pemMap: Readonly<Record<string, string>>;
  readonly jwks: { readonly keys: readonly object[] };
}

export interface IdTokenFacts {
  readonly grant: Grant;
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly nonce: string | undefined;
}

export async function createIdTokens(): Promise<IdTokens> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  const kid = randomBytes(20).toString('hex');
  return {
    issue: (facts) => (facts.grant.scopes.includes('openid') ? signed(facts, kid, privateKey) : undefined),
    pemMap: { [kid]: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
  };
}

function signed(facts: IdTokenFacts, kid: string, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const accessHash = createHash('sha256').update(facts.accessToken).digest().subarray(0, 16);
  const claims = {
    iss: facts.issuer,
    azp: facts.clientId,
    aud: facts.clientId,
    ...personClaims(facts.grant),
    at_hash: accessHash.toString('base64url'),
    ...(facts.nonce !== undefined && { nonce: facts.nonce }),
    iat: now,
    exp: now + accessSeconds,
  };
  const text = `${encoded({ alg: 'RS256', kid, typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The claims about the user that the scopes allow; also the response of userinfo. */
export function personClaims({ email, isEmailVerified, scopes }: Grant): Record<string, unknown> {
  const [local = ''] = email.split('@');
  const given = local.charAt(0).toUpperCase() + local.slice(1);
  return {
    sub: subjectOf(email),
    ...(scopes.includes(`${scopeRoot}userinfo.email`) && { email, email_verified: isEmailVerified }),
    ...(scopes.includes(`${scopeRoot}userinfo.profile`) && {
      name: `${given} Example`,
      given_name: given,
      family_name: 'Example',
      picture: 'https://lh3.googleusercontent.com/a/default-user=s96-c',
    }),
  };
}
