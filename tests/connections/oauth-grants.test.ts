/**
 * Contract 5.5: how the service shows itself to the token address of a platform, and what it makes of every kind of
 * response; a pair that was given is not lost for its form, and nothing secret is in an error.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Grant, refreshGrant } from '../../src/connections/oauth-grants.ts';
import { platformOf } from '../../src/connections/platforms.ts';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const pair = { access_token: 'access-canary', refresh_token: 'refresh-canary', token_type: 'Bearer' };

describe('the token address', () => {
  let reply: Reply;
  let asked: { headers: IncomingMessage['headers']; form: Record<string, string> } | undefined;
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    asked = {
      headers: request.headers,
      form: Object.fromEntries(new URLSearchParams(await text(request))),
    };
    const { status = 200, headers = { 'content-type': 'application/json' }, body } = reply;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    if (typeof address === 'object' && address) origin = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function refresh(
    platform: 'airtable' | 'google',
    given: Reply,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Grant> {
    reply = given;
    asked = undefined;
    const config = readConfig({
      AIRTABLE_OAUTH_URL: origin,
      AIRTABLE_CLIENT_ID: '0b5c-4d.e_f',
      AIRTABLE_CLIENT_SECRET: 'a:b+c d/é',
      GOOGLE_OAUTH_URL: origin,
      GOOGLE_CLIENT_ID: 'client.apps',
      GOOGLE_CLIENT_SECRET: 'GOCSPX-a+b',
      ...settings,
    });
    const { oauth } = platformOf(platform);
    if (!oauth) throw new Error('no OAuth');
    return refreshGrant(config, oauth, 'old-canary');
  }
  const basicOf = (): string =>
    Buffer.from(asked?.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString('latin1');

  it('Airtable: id and secret form-encoded in a Basic header, an id of letters, digits and -._ as it is', async () => {
    await refresh('airtable', { body: pair });
    expect(basicOf()).toBe('0b5c-4d.e_f:a%3Ab%2Bc+d%2F%C3%A9');
    expect(asked?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'old-canary' });
    expect(asked?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  });

  it('Google: id and secret in the body', async () => {
    await refresh('google', { body: pair });
    expect(asked?.headers.authorization).toBeUndefined();
    expect(asked?.form).toMatchObject({ client_id: 'client.apps', client_secret: 'GOCSPX-a+b' });
  });

  it.each(['airtable', 'google'] as const)('%s without a secret: the id alone, in the body', async (name) => {
    await refresh(name, { body: pair }, { [`${name.toUpperCase()}_CLIENT_SECRET`]: '' });
    expect(asked?.headers.authorization).toBeUndefined();
    expect(Object.keys(asked?.form ?? {}).sort()).toEqual(['client_id', 'grant_type', 'refresh_token']);
  });

  it('without a client id nobody is asked', async () => {
    const before = requests;
    const refusal = refresh('google', { body: pair }, { GOOGLE_CLIENT_ID: '' });
    await expect(refusal).rejects.toMatchObject({ kind: 'client', message: 'no client id is set' });
    expect(requests).toBe(before);
  });

  const whole: Grant = {
    accessToken: 'access-canary',
    refreshToken: 'refresh-canary',
    expiresInSeconds: null,
    scopes: null,
  };
  it.each<[string, Reply, Grant]>([
    [
      'with everything',
      { body: { ...pair, expires_in: 60, scope: 'a b' } },
      { ...whole, expiresInSeconds: 60, scopes: ['a', 'b'] },
    ],
    [
      'without a new refresh token',
      { body: { ...pair, refresh_token: undefined } },
      { ...whole, refreshToken: null },
    ],
    [
      'with nulls',
      { body: { ...pair, refresh_token: null, expires_in: null, scope: null } },
      { ...whole, refreshToken: null },
    ],
    ['with a space after the token type', { body: { ...pair, token_type: 'Bearer ' } }, whole],
    ['with an id token that nobody reads', { body: { ...pair, id_token: 'a.b.c' } }, whole],
    ['as text', { body: pair, headers: { 'content-type': 'text/html' } }, whole],
  ])('a grant %s', async (_what, given, expected) => {
    expect(await refresh('google', given)).toEqual(expected);
  });

  it.each<[RegExp, Reply]>([
    [/^invalid_grant$/, { status: 400, body: { error: 'invalid_grant' } }],
    [
      /^invalid_grant was revoked$/,
      { status: 400, body: { error: 'invalid_grant', error_description: 'was revoked' } },
    ],
    [/^403 \S+ .*response/, { status: 403, body: '<h1>Blocked</h1>' }],
  ])('the refusal says %s', async (message, given) => {
    await expect(refresh('google', given)).rejects.toThrow(message);
  });

  const challenge = { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="x"' };
  it.each<[string, string, Reply]>([
    ['refused', 'invalid_grant', { status: 400, body: { error: 'invalid_grant' } }],
    ['refused', 'a refusal as text', { status: 400, headers: {}, body: { error: 'invalid_grant' } }],
    ['client', 'invalid_client', { status: 401, body: { error: 'invalid_client' } }],
    ['client', 'a challenge', { status: 401, headers: challenge, body: { error: 'invalid_client' } }],
    ['busy', '409', { status: 409, body: { error: 'conflict' } }],
    ['busy', '409 with a page', { status: 409, body: '<h1>Busy</h1>' }],
    ['transient', '429', { status: 429, body: { error: 'slow_down' } }],
    ['transient', '500', { status: 500, body: { error: 'invalid_grant' } }],
    ['transient', '403 with a page', { status: 403, body: '<h1>Blocked</h1>' }],
    ['transient', 'a redirect', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
    ['transient', '204', { status: 204, headers: {}, body: '' }],
    ['transient', 'no access token', { body: { ...pair, access_token: undefined } }],
    ['transient', 'another kind of token', { body: { ...pair, token_type: 'mac' } }],
    ['transient', 'a list', { body: [pair] }],
  ])('%s: %s', async (kind, _what, given) => {
    const before = requests;
    const error = await refresh('google', given).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'GrantRefusal', kind });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary');
    expect(requests).toBe(before + 1);
  });
});
