/**
 * The token address of OAuth (section 5): a code for the first pair of tokens, a refresh token for the next.
 * An answer that never came is not asked for again here: where refresh tokens rotate, a second try with the
 * same one can end the whole grant.
 */
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { OAuthAddresses } from '../platform.ts';
import { sendRequest } from './platform-http.ts';

export interface Grant {
  readonly accessToken: string;
  /** Null: keep the one before. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number | null;
  /** Null when the answer does not tell. */
  readonly scopes: readonly string[] | null;
}

/** The platform refuses; `busy` when another refresh of the same grant is under way. */
export class GrantRefusal extends Error {
  override readonly name = 'GrantRefusal';
  readonly kind: 'refused' | 'busy' | 'client' | 'transient';

  constructor(kind: GrantRefusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

const tokenTimeLimitMs = 30_000;
const never = new AbortController().signal;

const grantBody = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().nullish(),
  scope: z.string().nullish(),
});

const refusalBody = z
  .object({ error: z.string(), error_description: z.string().catch('') })
  .catch({ error: '', error_description: '' });

export async function requestGrant(
  config: Config,
  oauth: OAuthAddresses,
  parameters: Readonly<Record<string, string>>,
): Promise<Grant> {
  const client = oauth.client(config);
  if (client.id === '') throw new GrantRefusal('client', 'no client id is set');
  const answer = await sendRequest({
    method: 'POST',
    url: oauth.tokenUrl(config),
    ...clientForm(oauth, client, parameters),
    timeLimitMs: tokenTimeLimitMs,
    signal: never,
  });
  if (answer.status !== 200) throw refusalOf(answer.status, answer.json);
  const grant = grantBody.parse(answer.json);
  return {
    accessToken: grant.access_token,
    refreshToken: grant.refresh_token ?? null,
    expiresInSeconds: grant.expires_in ?? null,
    scopes: grant.scope?.split(' ').filter(Boolean) ?? null,
  };
}

function clientForm(
  oauth: OAuthAddresses,
  { id, secret }: { readonly id: string; readonly secret: string },
  parameters: Readonly<Record<string, string>>,
) {
  const inBody = secret !== '' && oauth.clientAuthentication === 'body';
  const form = new URLSearchParams({
    ...parameters,
    client_id: id,
    ...(inBody && { client_secret: secret }),
  });
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(secret !== '' && !inBody && { authorization: basic }),
    },
    body: form.toString(),
  };
}

function refusalOf(status: number, body: unknown): GrantRefusal {
  const { error, error_description } = refusalBody.parse(body);
  const message = `${error || status} ${error_description}`.trim();
  if (status === 409) return new GrantRefusal('busy', message);
  // A refusal without a word of OAuth comes from what stands before the platform: it says nothing of the grant.
  if (status === 429 || status >= 500 || error === '') return new GrantRefusal('transient', message);
  return new GrantRefusal(error === 'invalid_client' ? 'client' : 'refused', message);
}
