/** `connection add | authorize | list | set | join | remove` (contract 5.5). */
import { requireAccount } from '../accounts/account-store.ts';
import { typedLine } from '../base/typed-text.ts';
import { connect, endConnection } from '../connections/connect.ts';
import { type Connection, type NewCredential, tokenPattern } from '../connections/connection.ts';
import { type ConnectionContext, openConnectionContext } from '../connections/connection-context.ts';
import { connectionsOf, findConnection, nameConnection } from '../connections/connection-store.ts';
import { connectionTitle } from '../connections/connection-title.ts';
import { beginConsent } from '../connections/consent.ts';
import { joinConnections } from '../connections/join-connections.ts';
import { type PlatformName, platformNames, platformOf } from '../connections/platforms.ts';
import { type Command, type CommandInput, oneOf, onlyArgument, readText, textOption } from './command.ts';
import { optionRows } from './options.ts';
import { deletedOf } from './restore-commands.ts';

export const connectionAdd: Command = {
  usage: 'connection add EMAIL',
  does: 'Connects a platform by a token, or by the tokens of an OAuth consent given elsewhere, once the platform accepts it; prints whose account it is.',
  options: {
    ...optionRows('platform', 'access-token', 'refresh-token', 'reconnect'),
    token: { type: 'string', secret: true },
  },
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const platform = requirePlatform(input);
    const credential = readCredential(input, platform);
    const connecting = await openConnectionContext(context);
    const connectionId = await reconnected(connecting, input, account.id, platform);
    return { ...(await connect(connecting, { accountId: account.id, platform, connectionId }, credential)) };
  },
};

export const connectionAuthorize: Command = {
  usage: 'connection authorize EMAIL',
  does: 'Prints an address: whoever opens it consents at the platform, and the account is connected.',
  options: optionRows('platform', 'reconnect'),
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const platform = requirePlatform(input);
    const connecting = await openConnectionContext(context);
    const connectionId = await reconnected(connecting, input, account.id, platform);
    const { address } = await beginConsent(connecting, { accountId: account.id, platform, connectionId });
    return { url: address };
  },
};

export const connectionList: Command = {
  usage: 'connection list EMAIL',
  does: 'Lists the connections of an account and whether they work.',
  options: optionRows('deleted'),
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    if (input.options['deleted'] === true)
      return { deleted: await deletedOf(context, account.id, 'connection') };
    const connections = await connectionsOf(context.database.db, account.id);
    return {
      connections: connections.map(({ id, platform, account: theirs, name, state, createdAt }) => ({
        id,
        ...(name !== null && { name }),
        ...(theirs !== null && { account: theirs }),
        platform,
        state,
        createdAt: new Date(createdAt).toISOString(),
      })),
    };
  },
};

export const connectionSet: Command = {
  usage: 'connection set ID',
  does: 'Gives a connection a name of your own; an empty one takes it back.',
  options: optionRows('name'),
  run: async (context, input) => {
    const connecting = await openConnectionContext(context);
    const { id } = await requireConnection(connecting, onlyArgument(input, 'ID'));
    const name = readText(input, 'name', typedLine(100));
    if (name !== undefined) await nameConnection(context.database.db, id, name === '' ? null : name);
    return { id, name: connectionTitle(await requireConnection(connecting, id)) };
  },
};

export const connectionJoin: Command = {
  usage: 'connection join ID',
  does: 'Where the same account is connected more than once: all its endpoints use this connection, and the others are removed.',
  options: {},
  run: async (context, input) => {
    const connecting = await openConnectionContext(context);
    const connection = await requireConnection(connecting, onlyArgument(input, 'ID'));
    return { id: connection.id, ...(await joinConnections(connecting, connection)) };
  },
};

export const connectionRemove: Command = {
  usage: 'connection remove ID',
  does: 'Disconnects a platform; its endpoints stay and answer 423 until it is connected again. `connection restore` brings it back for seven days; then its credentials are forgotten.',
  options: {},
  run: async (context, input) => {
    const connecting = await openConnectionContext(context);
    const { id } = await requireConnection(connecting, onlyArgument(input, 'ID'));
    await endConnection(connecting, id);
    return { id, state: 'disconnected' };
  },
};

export async function requireConnection({ database }: ConnectionContext, id: string): Promise<Connection> {
  const connection = await findConnection(database.db, id);
  if (!connection) throw new Error(`There is no connection ${id}. List them with: connection list EMAIL`);
  return connection;
}

function requirePlatform(input: CommandInput): PlatformName {
  const platform = oneOf(platformNames, textOption(input, 'platform'), '--platform');
  if (!platform) throw new Error(`--platform is needed: one of ${platformNames.join(', ')}.`);
  return platform;
}

/** A single token that its owner made at the platform, or a pair of OAuth. */
function readCredential(input: CommandInput, platform: PlatformName): NewCredential {
  const token = textOption(input, 'token')?.trim();
  const accessToken = textOption(input, 'access-token')?.trim();
  const refreshToken = textOption(input, 'refresh-token')?.trim() || null;
  if ((token && accessToken) || (token && refreshToken)) {
    throw new Error('Give either --token, or --access-token and --refresh-token.');
  }
  const given = token || accessToken;
  if (!given)
    throw new Error(`${platformOf(platform).name} needs --token, or --access-token and --refresh-token.`);
  if (!tokenPattern.test(given + (refreshToken ?? ''))) {
    throw new Error('A token has visible ASCII characters only, without spaces.');
  }
  return { accessToken: given, refreshToken, expiresAt: null };
}

/** The connection that is to work again; null for a new one. */
async function reconnected(
  context: ConnectionContext,
  input: CommandInput,
  accountId: string,
  platform: PlatformName,
): Promise<string | null> {
  const id = textOption(input, 'reconnect');
  if (id === undefined) return null;
  const connection = await requireConnection(context, id);
  if (connection.accountId === accountId && connection.platform === platform) return connection.id;
  throw new Error(`The connection ${id} is not one of this account to ${platformOf(platform).name}.`);
}
