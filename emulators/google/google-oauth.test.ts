/**
 * OAuth and sign-in of the emulated Google with plain requests: consent, PKCE, when a refresh token is issued,
 * deselected scopes, refusals, discovery.
 */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type GoogleEmulator, startGoogleEmulator } from './google-emulator.ts';

const callback = 'http://127.0.0.1:9/callback';
const sheetsScope = 'https://www.googleapis.com/auth/spreadsheets';
const driveScope = 'https://www.googleapis.com/auth/drive.file';

let google: GoogleEmulator;
beforeEach(async () => {
  google = await startGoogleEmulator();
  google.redirectUris = [callback];
});
afterEach(() => google.close());

function consent(parameters: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: `openid email ${sheetsScope} ${driveScope}`,
    access_type: 'offline',
    prompt: 'consent',
    ...parameters,
  });
  return fetch(`${google.oauth.origin}/o/oauth2/v2/auth?${query}`, { redirect: 'manual' });
}

async function returned(parameters: Record<string, string> = {}): Promise<URLSearchParams> {
  return new URL((await consent(parameters)).headers.get('location') ?? '').searchParams;
}

async function token(form: Record<string, string>): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({
    client_id: google.clientId,
    client_secret: google.clientSecret,
    ...form,
  });
  const answer = await fetch(`${google.oauth.origin}/token`, { method: 'POST', body });
  return { status: answer.status, ...z.record(z.string(), z.unknown()).parse(await answer.json()) };
}

function redeem(code: string | null, more: Record<string, string> = {}) {
  return token({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: callback, ...more });
}

describe('consent', () => {
  it('gives a refresh token only for offline access with the consent screen', async () => {
    const tokens = await redeem((await returned()).get('code'));
    expect(tokens).toMatchObject({
      expires_in: 3599,
      token_type: 'Bearer',
      refresh_token: expect.stringMatching(/^1\/\//),
      scope: `openid https://www.googleapis.com/auth/userinfo.email ${sheetsScope} ${driveScope}`,
    });
    const silent = await redeem((await returned({ prompt: 'select_account' })).get('code'));
    expect(silent).not.toHaveProperty('refresh_token');
    const online = await redeem((await returned({ access_type: 'online' })).get('code'));
    expect(online).not.toHaveProperty('refresh_token');
    const plain = await redeem((await returned({ scope: sheetsScope })).get('code'));
    expect(plain).not.toHaveProperty('id_token');
  });

  it('leaves out what the user unticks, once', async () => {
    google.untickedScopes = [driveScope];
    const first = await returned({ state: 's' });
    expect(first.get('state')).toBe('s');
    expect(first.get('scope')).not.toContain('drive.file');
    expect((await redeem(first.get('code')))['scope']).not.toContain('drive.file');
    expect((await returned()).get('scope')).toContain('drive.file');
    google.untickedScopes = [driveScope];
    expect((await returned({ scope: driveScope })).get('error')).toBe('access_denied');
  });

  it('adds earlier scopes when asked, and asks for consent before silence', async () => {
    expect((await returned({ prompt: 'none' })).get('error')).toBe('interaction_required');
    await redeem((await returned({ scope: sheetsScope })).get('code'));
    const more = await returned({ scope: driveScope, include_granted_scopes: 'true' });
    expect(more.get('scope')?.split(' ')).toEqual([driveScope, sheetsScope]);
    expect((await returned({ prompt: 'none', scope: sheetsScope })).get('code')).toBeTruthy();
  });

  it.each([
    [{ client_id: 'other' }, 401, 'invalid_client'],
    [{ redirect_uri: `${callback}/` }, 400, 'redirect_uri_mismatch'],
    [{ response_type: 'token' }, 400, 'invalid_request'],
    [{ scope: ' ' }, 400, 'invalid_request'],
  ])('shows %o on a page', async (parameters, status, error) => {
    const answer = await consent(parameters);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
    expect(await answer.text()).toContain(error);
  });
});

describe('the token endpoint', () => {
  it('holds a code to its verifier, its address and one use', async () => {
    const verifier = 'v'.repeat(50);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const proof = { code_challenge, code_challenge_method: 'S256' };
    const code = async () => (await returned(proof)).get('code');
    const missing = await redeem(await code());
    expect(missing).toMatchObject({ status: 400, error: 'invalid_grant' });
    const wrong = await redeem(await code(), { code_verifier: 'w'.repeat(50) });
    expect(wrong).toMatchObject({ status: 400, error: 'invalid_grant' });
    const elsewhere = await redeem(await code(), { code_verifier: verifier, redirect_uri: 'http://x' });
    expect(elsewhere).toMatchObject({ status: 400, error: 'redirect_uri_mismatch' });
    const good = await code();
    expect(await redeem(good, { code_verifier: verifier })).toMatchObject({ status: 200 });
    const again = await redeem(good, { code_verifier: verifier });
    expect(again).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('refreshes without rotation until the grant is revoked', async () => {
    const { refreshToken, accessToken } = google.addGrant();
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const first = await token(form);
    expect(first).toMatchObject({ status: 200, access_token: expect.stringMatching(/^ya29\./) });
    expect(first).not.toHaveProperty('refresh_token');
    expect(await token(form)).toMatchObject({ status: 200 });
    expect(google.refreshes).toBe(2);
    const revoked = await fetch(`${google.oauth.origin}/revoke?token=${accessToken}`, { method: 'POST' });
    expect(revoked.status).toBe(200);
    expect(await token(form)).toEqual({
      status: 400,
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
    const again = await fetch(`${google.oauth.origin}/revoke?token=${accessToken}`, { method: 'POST' });
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_token' }]);
    expect(google.refreshes).toBe(2);
  });

  it.each([
    [{ client_id: 'x' }, 401, 'invalid_client'],
    [{ client_secret: 'x' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ refresh_token: '' }, 400, 'invalid_request'],
    [{ grant_type: 'authorization_code' }, 400, 'invalid_request'],
  ])('refuses %o', async (form, status, error) => {
    const good = { grant_type: 'refresh_token', refresh_token: google.addGrant().refreshToken };
    expect(await token({ ...good, ...form })).toMatchObject({ status, error });
  });
});

describe('sign-in', () => {
  it('is discovered at its own addresses', async () => {
    const { origin } = google.oauth;
    const document = z
      .object({
        issuer: z.string(),
        jwks_uri: z.string(),
        userinfo_endpoint: z.string(),
        token_endpoint: z.string(),
      })
      .parse(await (await fetch(`${origin}/.well-known/openid-configuration`)).json());
    expect(document.issuer).toBe(origin);
    const keys = await (await fetch(document.jwks_uri)).json();
    expect(keys).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig' }] });
    const { accessToken } = google.addGrant({ scopes: ['openid', 'email', 'profile'] });
    const ask = (value: string) =>
      fetch(document.userinfo_endpoint, { headers: { authorization: `Bearer ${value}` } });
    expect(await (await ask(accessToken)).json()).toMatchObject({
      sub: expect.stringMatching(/^\d{21}$/),
      email: 'ada@example.com',
      name: 'Ada Example',
    });
    expect((await ask('wrong')).status).toBe(401);
  });

  it('puts the nonce into the ID token', async () => {
    const tokens = await redeem((await returned({ nonce: 'n1' })).get('code'));
    const [, payload = ''] = String(tokens['id_token']).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: google.oauth.origin,
      aud: google.clientId,
      nonce: 'n1',
      email: 'ada@example.com',
    });
  });
});
