/** `endpoint | proxy | schedule | connection restore`, and what `… list --deleted` shows: the bin of an account. */
import type { AppContext } from '../app-context.ts';
import { digest } from '../base/digest.ts';
import { type DeletedThing, deletedPage, deletedProxies, findDeleted } from '../bin/deleted-store.ts';
import { restoreDeleted } from '../bin/restore-deleted.ts';
import { type BinKind, binKeptMs } from '../storage/database/bin-store.ts';
import { type Command, type CommandResult, onlyArgument } from './command.ts';

export const endpointRestore: Command = {
  usage: 'endpoint restore ID',
  does: 'Brings a deleted endpoint back as it was, with its URL, file, proxies and schedules; within seven days, if the plan has room for it.',
  options: {},
  run: async (context, input) => restored(context, 'endpoint', onlyArgument(input, 'ID')),
};

export const scheduleRestore: Command = {
  usage: 'schedule restore ID',
  does: 'Brings a deleted schedule back with its history, within seven days. What it missed is not made up.',
  options: {},
  run: async (context, input) => restored(context, 'schedule', onlyArgument(input, 'ID')),
};

export const connectionRestore: Command = {
  usage: 'connection restore ID',
  does: 'Brings a removed connection back with its credentials, within seven days; its endpoints work again.',
  options: {},
  run: async (context, input) => restored(context, 'connection', onlyArgument(input, 'ID')),
};

export const proxyRestore: Command = {
  usage: 'proxy restore HINT',
  does: 'Brings a revoked proxy back at its URL, by the first characters that `proxy list --deleted` shows or by its whole id; within seven days.',
  options: {},
  run: async (context, input) => {
    const words = onlyArgument(input, 'HINT');
    const [proxy, ...more] = await deletedProxies(context.database.db, words, digest('proxy', words));
    if (!proxy) throw new Error('There is no such proxy in the bin.');
    if (more.length > 0) throw new Error('Several proxies begin like this. Give the whole id.');
    return told(await restoreDeleted(context, proxy), words);
  },
};

async function restored(context: AppContext, kind: BinKind, id: string): Promise<CommandResult> {
  const thing = await findDeleted(context.database.db, id);
  if (thing?.kind !== kind)
    throw new Error(`There is no deleted ${kind} ${id}. List them with: ${kind} list EMAIL --deleted`);
  return told(await restoreDeleted(context, thing), id);
}

function told({ name, note }: { readonly name: string; readonly note: string | null }, id: string) {
  return { id, name, restored: true, ...(note !== null && { note }) };
}

const mostListed = 1_000;

/** The newest first. */
export async function deletedOf(
  { database }: AppContext,
  accountId: string,
  kind: BinKind,
): Promise<CommandResult[]> {
  const wanted = { kind, page: 1, pageSize: mostListed };
  return (await deletedPage(database.db, accountId, wanted)).rows.map(shown);
}

function shown({ id, name, hint, deletedAt }: DeletedThing): CommandResult {
  const moment = (at: number): string => new Date(at).toISOString();
  return {
    ...(hint === null ? { id } : { hint }),
    name,
    deletedAt: moment(deletedAt),
    removedAt: moment(deletedAt + binKeptMs),
  };
}
