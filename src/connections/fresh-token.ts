/**
 * A token that works now, or the refusal of contract 7.4: 423 when the platform takes the credential no longer or the
 * owner has disconnected it, 500 when nothing is left to try. However many requests and replicas need a refresh, one
 * process does it, and the new pair is stored before anybody uses it (contract 5.5.3).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { type Connection, type Credential, credentialShape, secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { changeConnection, claimRefresh, endRefresh, findConnection } from './connection-store.ts';
import { credentialOf, type Grant, GrantRefusal, refreshGrant } from './oauth-grants.ts';
import { platformOf } from './platforms.ts';
import { revokeConnection, warnOfConnection } from './stopped-store.ts';

/** A token that ends sooner than this is replaced first. */
const renewBeforeMs = 60_000;
const refreshTurnMs = 45_000;
const refreshWaitMs = 60_000;
const lookAgainMs = 40;
const busyMs = 1_000;
const maxStores = 10;

const refusedReason = 'The platform does not accept the credential: it has expired or was revoked.';
const expiredReason = 'Its token has expired and cannot be renewed.';

export interface FreshToken {
  readonly platform: Platform;
  readonly credential: Credential;
  /** Absent for a token that is not kept. */
  readonly connection?: Connection;
}

/** `refused` is a token that the platform has just refused. */
export async function freshToken(
  context: ConnectionContext,
  connectionId: string,
  refused: string | undefined,
): Promise<FreshToken> {
  const connection = await requireConnection(context, connectionId);
  const credential = await freshCredential(context, connection, refused);
  return { platform: platformOf(connection.platform), credential, connection };
}

async function freshCredential(
  context: ConnectionContext,
  connection: Connection,
  refused: string | undefined,
): Promise<Credential> {
  const held = unseal(context, connection);
  const left =
    connection.expiresAt === null ? Number.POSITIVE_INFINITY : connection.expiresAt - context.now();
  if (held.accessToken !== refused && left > renewBeforeMs) return held;
  if (held.refreshToken !== null) {
    const renewing = refreshOnce(context, connection.id, held.accessToken);
    if (held.accessToken === refused || left <= 0) return renewing;
    return renewing.catch((error) => whileItLasts(held, error));
  }
  if (held.accessToken === refused) {
    await warnOfConnection(context, connection, refusedReason);
    throw credentialRefused();
  }
  if (left > 0) return held;
  await warnOfConnection(context, connection, expiredReason);
  throw disconnected(connection, expiredReason);
}

/** The platform may be out of reach for a moment: the token is still good. */
function whileItLasts(held: Credential, error: unknown): Credential {
  if (error instanceof ServiceError && error.key === 'sourceUnavailable') return held;
  throw error;
}

async function requireConnection({ database }: ConnectionContext, id: string): Promise<Connection> {
  const connection = await findConnection(database.db, id);
  if (!connection || connection.state === 'disconnected' || connection.secret === null) {
    throw new ServiceError('platformRefused', { data: 'The owner has disconnected the platform.' });
  }
  if (connection.state === 'revoked') throw credentialRefused();
  return connection;
}

function unseal({ secrets, log }: ConnectionContext, connection: Connection): Credential {
  try {
    return credentialShape.parse(
      JSON.parse(secrets.open(connection.secret ?? '', secretBinding(connection.id))),
    );
  } catch (error) {
    log.error({ connection: connection.id, err: error }, 'a stored credential cannot be decrypted');
    throw disconnected(connection, 'Its stored credential cannot be read.');
  }
}

function credentialRefused(cause?: unknown): ServiceError {
  return new ServiceError('platformRefused', {
    data: `${refusedReason} Reconnect the platform.`,
    cause,
  });
}

function disconnected({ platform }: Connection, data: string): ServiceError {
  return new ServiceError('platformDisconnected', {
    placeholders: { platform: platformOf(platform).name },
    data,
  });
}

const underWay = new WeakMap<ConnectionContext['database'], Map<string, Promise<Credential>>>();

/** All who need it in this process wait for the same one. */
function refreshOnce(context: ConnectionContext, id: string, stale: string): Promise<Credential> {
  const ofProcess = underWay.get(context.database) ?? new Map<string, Promise<Credential>>();
  underWay.set(context.database, ofProcess);
  const running = ofProcess.get(id) ?? refresh(context, id, stale).finally(() => ofProcess.delete(id));
  ofProcess.set(id, running);
  return running;
}

/** Before the database is closed: what a platform has given by then is stored. */
export async function finishRefreshes({ database }: ConnectionContext): Promise<void> {
  await Promise.allSettled(underWay.get(database)?.values() ?? []);
}

/** Not ended by a client that leaves: a pair that the platform has given must be stored. */
async function refresh(context: ConnectionContext, id: string, stale: string): Promise<Credential> {
  const giveUpAt = performance.now() + refreshWaitMs;
  while (performance.now() < giveUpAt) {
    const connection = await requireConnection(context, id);
    const held = unseal(context, connection);
    if (held.accessToken !== stale) return held;
    if (await claimRefresh(context.database, connection, refreshTurnMs)) {
      const renewed = await renew(context, connection, held);
      if (renewed) return renewed;
    }
    await delay(lookAgainMs);
  }
  throw new ServiceError('sourceUnavailable', {
    data: 'The token of the platform could not be renewed in time.',
  });
}

/** Undefined when the platform says that somebody else is at it: look again. */
async function renew(
  context: ConnectionContext,
  connection: Connection,
  held: Credential,
): Promise<Credential | undefined> {
  try {
    const grant = await askForGrant(context, connection, held);
    return await storeGrant(context, connection, held, grant);
  } catch (error) {
    const kind = error instanceof GrantRefusal ? error.kind : 'transient';
    if (kind === 'refused') {
      await revokeConnection(context, connection, refusedReason);
      throw credentialRefused(error);
    }
    // Its turn goes on meanwhile: no other replica asks sooner.
    if (kind === 'busy') await delay(busyMs);
    await endRefresh(context.database.db, connection);
    if (kind === 'busy') return undefined;
    context.log.error({ connection: connection.id, err: error }, 'a token could not be refreshed');
    if (kind === 'client') throw disconnected(connection, 'The service has no valid OAuth client for it.');
    throw new ServiceError('sourceUnavailable', { cause: error });
  }
}

async function askForGrant(
  { config }: ConnectionContext,
  { platform }: Connection,
  { refreshToken }: Credential,
): Promise<Grant> {
  const { oauth } = platformOf(platform);
  if (!oauth || refreshToken === null) throw new GrantRefusal('client', 'it cannot be renewed');
  return refreshGrant(config, oauth, refreshToken);
}

async function storeGrant(
  context: ConnectionContext,
  connection: Connection,
  held: Credential,
  grant: Grant,
): Promise<Credential> {
  const { expiresAt, ...pair } = credentialOf(grant, held.refreshToken, context.now());
  const renewed = { ...pair, identity: held.identity };
  const change = {
    state: 'working',
    secret: context.secrets.seal(JSON.stringify(renewed), secretBinding(connection.id)),
    expiresAt,
    checkedAt: context.now(),
    problem: null,
  } as const;
  const stored = await retry(() => changeConnection(context.database.db, connection, change));
  if (!stored)
    context.log.warn({ connection: connection.id }, 'a connection was changed while its token was refreshed');
  return renewed;
}

/** A database that is away for a moment must not cost the owner the connection. */
async function retry<T>(store: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxStores; attempt++) {
    try {
      return await store();
    } catch {
      await delay(busyMs);
    }
  }
  return store();
}
