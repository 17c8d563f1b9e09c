/**
 * What the tests of connections share: a context on a database of its own, and one server that stands for every
 * platform and answers what the test says (contract 5.5).
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { type Connection, type NewCredential, secretBinding } from '../../src/connections/connection.ts';
import type { ConnectionContext } from '../../src/connections/connection-context.ts';
import { insertConnection } from '../../src/connections/connection-store.ts';
import { openSecrets } from '../../src/connections/secrets.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { openUploads } from '../../src/storage/uploads/open-uploads.ts';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Done before it is sent. */
  readonly meanwhile?: () => Promise<unknown>;
  /** Bytes as they are, anything else as JSON; undefined cuts the connection. */
  readonly body?: unknown;
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ConnectionGround extends AsyncDisposable {
  readonly context: ConnectionContext;
  readonly origin: string;
  /** In order; the last one is repeated. */
  replies: Reply[];
  readonly asked: Asked[];
  readonly clock: { now: number };
  /** What the log says from `warn` on. */
  readonly logged: string[];
}

export async function openConnectionGround(
  settings: Readonly<Record<string, string>> = {},
): Promise<ConnectionGround> {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-connections-'));
  const ground: Pick<ConnectionGround, 'replies' | 'asked' | 'clock' | 'logged'> = {
    replies: [],
    asked: [],
    logged: [],
    clock: { now: 1_000_000 },
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    ground.asked.push({ method, url, headers, body: await text(request) });
    const reply = ground.replies.length > 1 ? ground.replies.shift() : ground.replies[0];
    await reply?.meanwhile?.();
    const body = reply?.body;
    if (body === undefined) {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply?.status ?? 200, { 'content-type': 'application/json', ...reply?.headers });
    response.end(body instanceof Uint8Array ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const database = await openDatabase(`sqlite:${join(folder, 'state.sqlite')}`);
  const config = readConfig({
    DATA_DIR: folder,
    BASE_URL: 'https://tablecast.example',
    AIRTABLE_API_URL: origin,
    AIRTABLE_OAUTH_URL: origin,
    AIRTABLE_CLIENT_ID: 'airtable-client',
    NOTION_API_URL: origin,
    GOOGLE_API_URL: origin,
    GOOGLE_OAUTH_URL: origin,
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    ...settings,
  });
  const log = pino({ level: 'warn' }, { write: (line) => void ground.logged.push(line) });
  const secrets = openSecrets(['k'.repeat(32)]);
  const uploads = await openUploads(config, log, false);
  const context = { config, database, uploads, log, secrets, now: () => ground.clock.now };
  return Object.assign(ground, {
    context,
    origin,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

/** A connection with this credential, as it would be stored. */
export async function keepConnection(
  { context }: ConnectionGround,
  credential: NewCredential,
  changed: Partial<Connection> = {},
): Promise<string> {
  const id = changed.id ?? `c${randomUUID()}`;
  const { accessToken, refreshToken, expiresAt } = credential;
  const kept = JSON.stringify({ accessToken, refreshToken, identity: 'someone' });
  await insertConnection(context.database.db, {
    id,
    accountId: 'a1',
    platform: 'airtable',
    name: null,
    state: 'working',
    secret: context.secrets.seal(kept, secretBinding(id)),
    expiresAt,
    version: 0,
    createdAt: 1,
    account: null,
    checkedAt: null,
    problem: null,
    ...changed,
  });
  return id;
}
