/**
 * A local Notion: integrations with their tokens, API versions, the rate limit, and a workspace that can be changed
 * while it is read.
 */
import { randomUUID } from 'node:crypto';
import {
  type EmulatedAnswer,
  type EmulatedCall,
  type EmulatorServer,
  serveEmulator,
} from '../emulator-server.ts';
import { parsedBody } from './notion-body.ts';
import {
  type NotionDatabase,
  type NotionVersion,
  type NotionWorkspace,
  notionVersions,
} from './notion-data.ts';
import { errorAnswer, invalid, NotionError, requestHeaders } from './notion-error.ts';
import { limited, notionFaults } from './notion-faults.ts';
import { findRoute } from './notion-routes.ts';

export interface NotionEmulator extends AsyncDisposable {
  readonly api: EmulatorServer;
  /** Mutable: tests rename, delete, retype properties, trash, unshare. */
  readonly databases: NotionDatabase[];
  /** Average calls per second of one integration, also the burst size; more give 429. Null: no limit. */
  limits: { perSecond: number | null; retryAfterSeconds: number };
  /** Number of calls refused because of the rate limit. */
  readonly rateLimited: number;
  /** Maximum rows of one query (10,000); mutable, so that tests can use small tables. */
  queryCap: number;
  /** If true, pages may have fewer than page_size rows, even none, while has_more is true. */
  shortPages: boolean;
  /** Whether `has_more` is sent with a truncated relation. */
  sendsRelationHasMore: boolean;
  /** API versions that the calls requested. */
  readonly versions: ReadonlySet<string>;
  addToken(options?: NotionTokenOptions): string;
  revoke(token: string): void;
  close(): Promise<void>;
}

export interface NotionTokenOptions {
  token?: string;
  /** Capability to read content; without it calls give 403. Default: true. */
  readsContent?: boolean;
  /** Capability to read users; without it users have only ids. Default: true. */
  readsUsers?: boolean;
}

/** An integration. */
interface Integration {
  readonly readsContent: boolean;
  readonly readsUsers: boolean;
  /** Calls left in its token bucket, as of `at`. */
  budget: number;
  at: number;
}

export async function startNotionEmulator(options: { port?: number } = {}): Promise<NotionEmulator> {
  const integrations = new Map<string, Integration>();
  const versions = new Set<string>();
  let rateLimited = 0;
  const settings = {
    databases: [],
    limits: { perSecond: null, retryAfterSeconds: 1 },
    queryCap: 10_000,
    shortPages: false,
    sendsRelationHasMore: true,
  };

  function admit(call: EmulatedCall): Integration {
    const token = /^Bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
    const integration = integrations.get(token ?? '');
    if (!integration) throw new NotionError(401, 'unauthorized', 'API token is invalid.');
    const { perSecond, retryAfterSeconds } = emulator.limits;
    if (perSecond !== null && !spend(integration, perSecond)) {
      rateLimited += 1;
      throw limited(retryAfterSeconds, 'connection');
    }
    return integration;
  }

  function answer(call: EmulatedCall): EmulatedAnswer {
    const requestId = randomUUID();
    try {
      const integration = admit(call);
      const version = versionOf(call);
      versions.add(version);
      const body = answerBody(emulator, call, version, integration);
      return { status: 200, headers: requestHeaders(requestId), body: { ...body, request_id: requestId } };
    } catch (error) {
      if (error instanceof NotionError) return errorAnswer(error, requestId);
      throw error;
    }
  }

  const api = await serveEmulator({ port: options.port, namedFaults: notionFaults, answer });
  const emulator: NotionEmulator = {
    api,
    ...settings,
    versions,
    get rateLimited() {
      return rateLimited;
    },
    addToken({
      token = `ntn_${randomUUID().replaceAll('-', '')}`,
      readsContent = true,
      readsUsers = true,
    } = {}) {
      integrations.set(token, { readsContent, readsUsers, budget: Number.POSITIVE_INFINITY, at: 0 });
      return token;
    },
    revoke: (token) => void integrations.delete(token),
    close: api.close,
    [Symbol.asyncDispose]: api.close,
  };
  return emulator;
}

function answerBody(
  workspace: NotionWorkspace,
  call: EmulatedCall,
  version: NotionVersion,
  { readsContent, readsUsers }: Integration,
): Record<string, unknown> {
  const { route, params } = findRoute(call.method, call.path, version);
  if (route.needsContent && !readsContent) {
    throw new NotionError(403, 'restricted_resource', 'Insufficient permissions for this endpoint.');
  }
  return route.answer(workspace, {
    version,
    readsUsers,
    params,
    query: call.query,
    body: route.method === 'POST' ? parsedBody(call.body) : undefined,
    origin: `http://${call.headers.host}`,
  });
}

/** Earlier versions behave like 2022-06-28. */
function versionOf({ headers }: EmulatedCall): NotionVersion {
  const text = headers['notion-version'];
  const failed = 'Notion-Version header failed validation: Notion-Version header should be';
  if (text === undefined) {
    throw new NotionError(400, 'missing_version', `${failed} defined, instead was \`undefined\`.`);
  }
  if (/^202[12]-\d\d-\d\d$/.test(String(text))) return '2022-06-28';
  const version = notionVersions.find((each) => each === text);
  const known = notionVersions.map((each) => `\`"${each}"\``).join(', or ');
  if (!version) throw invalid(`${failed} ${known}, instead was \`"${text}"\`.`);
  return version;
}

/** A token bucket that refills at `perSecond` and holds at most one second's worth. */
function spend(integration: Integration, perSecond: number): boolean {
  const now = performance.now();
  const filled = integration.budget + ((now - integration.at) / 1000) * perSecond;
  integration.budget = Math.min(Math.max(1, perSecond), filled);
  integration.at = now;
  if (integration.budget < 1) return false;
  integration.budget -= 1;
  return true;
}
