/**
 * What commands of the command line leave in the audit log. What changes an account itself is recorded in its own
 * transaction (`accounts/`), and what only reads leaves nothing.
 */
import { findAccount, findAccountById } from '../accounts/account-store.ts';
import { matchingApiKeys } from '../accounts/api-keys.ts';
import type { AppContext } from '../app-context.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { commandLine, type Person, type Target } from '../audit/audit-entry.ts';
import { recordAfter } from '../audit/record-after.ts';
import { findConnection } from '../connections/connection-store.ts';
import { platformOf } from '../connections/platforms.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { matchingProxies, proxyTitle } from '../endpoints/proxy-store.ts';
import { findMail } from '../mail/outbox-store.ts';
import { findJob } from '../schedules/job-store.ts';
import { type CommandInput, type CommandResult, textOption } from './command.ts';

interface Found {
  readonly account: Person | null;
  readonly target: Target;
}

type Find = (context: AppContext, words: string) => Promise<Found | undefined>;

interface RecordedCommand {
  readonly action: AuditAction | ((input: CommandInput) => AuditAction);
  /** By its argument, before it is done; or by the `id` that it prints, for what it makes. */
  readonly by: 'argument' | 'result';
  readonly find: Find;
}

const hasToken = ({ options }: CommandInput): boolean =>
  options['token'] !== undefined || options['no-token'] === true;

const recordedCommands: Readonly<Record<string, RecordedCommand>> = {
  publish: {
    action: (input) =>
      textOption(input, 'replace') === undefined ? 'endpoint.created' : 'endpoint.file-replaced',
    by: 'result',
    find: endpoint,
  },
  'account webhook-secret': {
    action: ({ options }) => (options['renew'] === true ? 'webhook-secret.renewed' : 'webhook-secret.shown'),
    by: 'argument',
    find: ofAccount('webhook secret'),
  },
  'api-key create': { action: 'api-key.created', by: 'argument', find: ofAccount('api key') },
  'api-key delete': { action: 'api-key.deleted', by: 'argument', find: apiKey },
  'connection add': {
    action: (input) =>
      textOption(input, 'reconnect') === undefined ? 'connection.created' : 'connection.renewed',
    by: 'result',
    find: connection,
  },
  'connection set': { action: 'connection.changed', by: 'argument', find: connection },
  'connection join': { action: 'connection.joined', by: 'argument', find: connection },
  'connection remove': { action: 'connection.deleted', by: 'argument', find: connection },
  'connection restore': { action: 'bin.restored', by: 'result', find: connection },
  'endpoint create': { action: 'endpoint.created', by: 'result', find: endpoint },
  'endpoint set': {
    action: (input) => {
      if (!hasToken(input)) return 'endpoint.changed';
      return input.options['no-token'] === true ? 'endpoint.token-removed' : 'endpoint.token-changed';
    },
    by: 'argument',
    find: endpoint,
  },
  'endpoint send': { action: 'endpoint.sent', by: 'argument', find: endpoint },
  'endpoint pause': { action: 'endpoint.paused', by: 'argument', find: endpoint },
  'endpoint resume': { action: 'endpoint.resumed', by: 'argument', find: endpoint },
  'endpoint delete': { action: 'endpoint.deleted', by: 'argument', find: endpoint },
  'endpoint restore': { action: 'bin.restored', by: 'result', find: endpoint },
  'plan choose': { action: 'plan.change-begun', by: 'argument', find: ofAccount('plan') },
  'plan change': { action: 'plan.change-begun', by: 'argument', find: ofAccount('plan') },
  'plan cancel': { action: 'plan.canceled', by: 'argument', find: ofAccount('plan') },
  'plan resume': { action: 'plan.resumed', by: 'argument', find: ofAccount('plan') },
  'plan buy-credits': { action: 'plan.credits-begun', by: 'argument', find: ofAccount('plan') },
  'proxy create': { action: 'proxy.created', by: 'argument', find: proxyOf },
  'proxy set': { action: 'proxy.changed', by: 'argument', find: proxy },
  'proxy renew': { action: 'proxy.renewed', by: 'argument', find: proxy },
  'proxy delete': { action: 'proxy.deleted', by: 'argument', find: proxy },
  'proxy restore': { action: 'bin.restored', by: 'result', find: proxy },
  'schedule create': { action: 'schedule.created', by: 'result', find: schedule },
  'schedule set': { action: 'schedule.changed', by: 'argument', find: schedule },
  'schedule run': { action: 'schedule.run', by: 'argument', find: schedule },
  'schedule pause': { action: 'schedule.paused', by: 'argument', find: schedule },
  'schedule resume': { action: 'schedule.resumed', by: 'argument', find: schedule },
  'schedule delete': { action: 'schedule.deleted', by: 'argument', find: schedule },
  'schedule restore': { action: 'bin.restored', by: 'result', find: schedule },
  'mail retry': { action: 'mail.retried', by: 'argument', find: mail },
};

export async function recordingCommand(
  name: string,
  context: AppContext,
  input: CommandInput,
  run: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const recorded = Object.hasOwn(recordedCommands, name) ? recordedCommands[name] : undefined;
  if (!recorded) return run();
  const [argument = ''] = input.arguments;
  const before = recorded.by === 'argument' ? await recorded.find(context, argument) : undefined;
  const result = await run();
  const kept = before ?? (await recorded.find(context, String(result['id'] ?? '')));
  const action = typeof recorded.action === 'string' ? recorded.action : recorded.action(input);
  if (kept) await recordAfter(context, commandLine, [{ action, ...kept }]);
  return result;
}

/** Something of an account that has neither id nor name of its own. */
function ofAccount(kind: Target['kind']): Find {
  return async (context, email) => {
    const account = await findAccount(context, email).catch(() => undefined);
    return account && { account, target: { kind, id: null, name: account.email } };
  };
}

async function found(context: AppContext, accountId: string, target: Target): Promise<Found> {
  return { account: (await findAccountById(context, accountId)) ?? null, target };
}

async function endpoint(context: AppContext, id: string): Promise<Found | undefined> {
  const kept = await findEndpoint(context.database.db, id);
  return kept && found(context, kept.accountId, { kind: 'endpoint', id, name: kept.name });
}

async function schedule(context: AppContext, id: string): Promise<Found | undefined> {
  const job = await findJob(context.database.db, id);
  return job && found(context, job.accountId, { kind: 'schedule', id, name: job.name });
}

async function connection(context: AppContext, id: string): Promise<Found | undefined> {
  const kept = await findConnection(context.database.db, id);
  const target = { kind: 'connection', id, name: kept ? platformOf(kept.platform).name : null } as const;
  return kept && found(context, kept.accountId, target);
}

/** The argument may be the key itself. */
async function apiKey(context: AppContext, words: string): Promise<Found | undefined> {
  const [key] = await matchingApiKeys(context, words);
  return key && found(context, key.account_id, { kind: 'api key', id: null, name: key.hint });
}

async function proxy(context: AppContext, words: string): Promise<Found | undefined> {
  const [kept] = await matchingProxies(context.database.db, words);
  const of = kept && (await findEndpoint(context.database.db, kept.endpointId));
  return (
    kept && of && found(context, of.accountId, { kind: 'proxy', id: null, name: proxyTitle(kept) ?? null })
  );
}

async function proxyOf(context: AppContext, endpointId: string): Promise<Found | undefined> {
  const of = await endpoint(context, endpointId);
  return of && { ...of, target: { kind: 'proxy', id: null, name: of.target.name } };
}

async function mail(context: AppContext, id: string): Promise<Found | undefined> {
  const kept = await findMail(context.database.db, id);
  return kept && { account: null, target: { kind: 'mail', id, name: kept.recipient } };
}
