/** OAuth of the emulated Airtable: consent with PKCE, the pair of tokens, rotation, and reuse of refresh tokens. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AirtableEmulator, startAirtableEmulator } from './airtable-emulator.ts';
import { seedAirtable } from './airtable-seed.ts';

const redirectUri = 'http://localhost:8080/back';
const verifier = randomBytes(48).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

let emulator: AirtableEmulator;

beforeAll(async () => {
  emulator = await startAirtableEmulator();
  emulator.limits = { perBase: null, perUser: null, penaltyMs: 0 };
  seedAirtable(emulator);
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.redirectUris = [redirectUri];
  emulator.refuseConsent = false;
});

async function authorize(changes: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: emulator.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'data.records:read schema.bases:read',
    state: 'a state of some length',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  const response = await fetch(`${emulator.oauth.origin}/oauth2/v1/authorize?${query}`, {
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  const back = location ? Object.fromEntries(new URL(location).searchParams) : {};
  return { status: response.status, location, back, text: await response.text() };
}

const pairSchema = z.looseObject({
  access_token: z.string().default(''),
  refresh_token: z.string().default(''),
});

async function askToken(form: Record<string, string>, headers: Record<string, string> = {}) {
  const basic = Buffer.from(`${emulator.clientId}:${emulator.clientSecret}`).toString('base64');
  const response = await fetch(`${emulator.oauth.origin}/oauth2/v1/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, ...headers },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: pairSchema.parse(await response.json()) };
}

const redeem = (code: string, changes: Record<string, string> = {}) =>
  askToken({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });
const refresh = (token: string, changes: Record<string, string> = {}) =>
  askToken({ grant_type: 'refresh_token', refresh_token: token, ...changes });

async function whoAmI(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${emulator.api.origin}/v0/meta/whoami`, { headers })).status;
}

describe('consent', () => {
  it('sends the user back with a code, which is good once', async () => {
    const { status, location, back } = await authorize();
    expect(status).toBe(302);
    expect(location).toMatch(/^http:\/\/localhost:8080\/back\?/);
    expect(back).toMatchObject({
      state: 'a state of some length',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const answer = await redeem(back['code'] ?? '');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        token_type: 'Bearer',
        scope: 'data.records:read schema.bases:read',
        expires_in: 3600,
        refresh_expires_in: 5_184_000,
      },
    });
    expect(await whoAmI(answer.body.access_token)).toBe(200);
    expect(await redeem(back['code'] ?? '')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('never redirects for a wrong client or address', async () => {
    for (const changes of [{ client_id: 'nobody' }, { redirect_uri: `${redirectUri}/` }]) {
      const { status, location, text } = await authorize(changes);
      expect({ status, location }).toEqual({ status: 400, location: null });
      expect(text).toContain('<h1>');
    }
  });

  it('sends other faults back', async () => {
    const faults: [Record<string, string>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: '' }, 'invalid_scope'],
      [{ scope: 'data.records:read data.records:read' }, 'invalid_scope'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ state: '' }, 'invalid_request'],
    ];
    for (const [changes, error] of faults) {
      const { back } = await authorize(changes);
      expect(back).toMatchObject({ error });
      expect(back).not.toHaveProperty('code');
    }
    emulator.refuseConsent = true;
    expect((await authorize()).back).toMatchObject({
      error: 'access_denied',
      state: 'a state of some length',
    });
  });

  it('checks verifier, address and client', async () => {
    const wrong: [Record<string, string>, number, string][] = [
      [{ code_verifier: verifier.replace(/^./, '.') }, 400, 'invalid_grant'],
      [{ code_verifier: `${verifier}~` }, 400, 'invalid_request'],
      [{ code_verifier: 'short' }, 400, 'invalid_request'],
      [{ redirect_uri: 'http://localhost:8080/other' }, 400, 'invalid_grant'],
      [{ client_id: 'nobody' }, 401, 'invalid_client'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ];
    for (const [changes, status, error] of wrong) {
      const { back } = await authorize();
      expect(await redeem(back['code'] ?? '', changes)).toMatchObject({ status, body: { error } });
    }
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    expect(await askToken(form, { authorization: 'Basic eDp5' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect(await askToken(form, { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });
});

describe('refresh', () => {
  it('replaces the pair and ends the old access token', async () => {
    const before = emulator.refreshes;
    const old = emulator.addGrant({ accessExpired: true });
    expect(await whoAmI(old.accessToken)).toBe(401);
    const first = await refresh(old.refreshToken);
    expect(await whoAmI(first.body.access_token)).toBe(200);
    const second = await refresh(first.body.refresh_token);
    expect(await whoAmI(first.body.access_token)).toBe(401);
    expect(await whoAmI(second.body.access_token)).toBe(200);
    expect(emulator.refreshes - before).toBe(2);
  });

  it('ends the whole grant when a refresh token is shown twice', async () => {
    const old = emulator.addGrant();
    const { body } = await refresh(old.refreshToken);
    expect(await refresh(old.refreshToken)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
    expect(await whoAmI(body.access_token)).toBe(401);
    expect(await refresh(body.refresh_token)).toMatchObject({ status: 400 });
  });

  it('goes on after access tokens expired, not after the grant was revoked', async () => {
    const { accessToken, refreshToken } = emulator.addGrant();
    emulator.expireAccessTokens();
    expect(await whoAmI(accessToken)).toBe(401);
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    emulator.revoke(body.access_token);
    expect(await whoAmI(body.access_token)).toBe(401);
    expect(await refresh(body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('can narrow the scope, never widen it', async () => {
    const { refreshToken } = emulator.addGrant();
    expect(await refresh(refreshToken, { scope: 'user.email:read' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect(await refresh(refreshToken, { scope: 'data.records:read' })).toMatchObject({
      status: 200,
      body: { scope: 'data.records:read' },
    });
  });

  it('knows no access token as a refresh token', async () => {
    const { accessToken } = emulator.addGrant();
    expect(await refresh(accessToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await whoAmI(accessToken)).toBe(200);
  });
});
