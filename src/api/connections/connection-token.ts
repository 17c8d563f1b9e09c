/** Connecting by a token (contract 5.5.1): looked at first, stored only when it can be used. */
import { connect } from '../../connections/connect.ts';
import { tokenPattern } from '../../connections/connection.ts';
import { lookAtToken, type SeenByToken } from '../../connections/look-at-token.ts';
import { type PlatformName, platformOf } from '../../connections/platforms.ts';
import { CredentialError } from '../../connections/try-credential.ts';
import { ServiceError } from '../../errors/errors.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import type { ExportContext } from '../../export/export-context.ts';
import type { Answer, Handlers } from '../api.ts';
import { ownConnection } from '../own-objects.ts';

export const connectionTokenHandlers = {
  'POST /api/connections/check-token': async ({ context, body, signal }) =>
    told(await lookedAt(context, body.platform, body.token, signal)),
  'POST /api/connections': async ({ context, account, body, signal }) => {
    const wanted = { accountId: account.id, platform: body.platform, connectionId: null };
    return connectLookedAt(context, wanted, body.token, signal);
  },
  'PUT /api/connections/:id/token': async ({ context, account, params, body, signal }) => {
    const { id, platform } = await ownConnection(context, account, params);
    const wanted = { accountId: account.id, platform, connectionId: id };
    return connectLookedAt(context, wanted, body.token, signal);
  },
} satisfies Partial<Handlers>;

async function connectLookedAt(
  context: ExportContext,
  wanted: Parameters<typeof connect>[1],
  token: string,
  signal: AbortSignal,
): Promise<Answer<'POST /api/connections'>> {
  const seen = await lookedAt(context, wanted.platform, token, signal);
  if (seen.missing.length > 0) {
    const lacking = seen.missing.join(' and ');
    const { name } = platformOf(wanted.platform);
    throw inputRefused(`It lacks ${lacking}. Add that at ${name}, or make another token.`, 'token');
  }
  const credential = { accessToken: token, refreshToken: null, expiresAt: null };
  const { id } = await explainingToken(() => connect(context, wanted, credential));
  return { id, ...told(seen) };
}

async function lookedAt(
  context: ExportContext,
  platform: PlatformName,
  token: string,
  signal: AbortSignal,
): Promise<SeenByToken> {
  const { token: help, name } = platformOf(platform);
  if (help === undefined) throw inputRefused(`${name} is connected by OAuth, not by a token.`, 'platform');
  if (!tokenPattern.test(token))
    throw inputRefused('A token has visible ASCII characters only, without spaces.', 'token');
  return explainingToken(() => lookAtToken(context, platform, token, signal));
}

async function explainingToken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    throw error.kind === 'refused'
      ? inputRefused(error.message, 'token')
      : new ServiceError('sourceUnavailable', { data: error.message, cause: error });
  }
}

const told = ({ account, label, options, hasMore, missing }: SeenByToken) => ({
  account,
  label,
  sees: [...options],
  hasMore,
  missing: [...missing],
});
