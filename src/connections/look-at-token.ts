/** What a token gives before anything is connected by it (contract 5.5.1): whose it is, what it sees, what it lacks. */
import type { LookedAround } from '../sources/source.ts';
import type { ConnectionContext } from './connection-context.ts';
import { credentialCaller } from './platform-caller.ts';
import { choiceOfPlatform, type PlatformName, platformOf } from './platforms.ts';
import { tryCredential } from './try-credential.ts';

export interface SeenByToken extends LookedAround {
  /** Null when the platform does not tell. */
  readonly account: string | null;
  /** What it sees: "Base". */
  readonly label: string;
}

/** Throws a CredentialError when the platform does not accept it. */
export async function lookAtToken(
  context: ConnectionContext,
  platform: PlatformName,
  accessToken: string,
  signal: AbortSignal,
): Promise<SeenByToken> {
  const given = { accessToken, refreshToken: null, expiresAt: null };
  const { account } = await tryCredential(context, platform, given);
  const { lookAround, steps } = choiceOfPlatform(platform);
  const seen = await lookAround(credentialCaller(context, platformOf(platform), given, signal));
  return { ...seen, account, label: steps[0].label };
}
