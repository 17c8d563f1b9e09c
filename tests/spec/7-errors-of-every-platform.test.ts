/**
 * Contract 7.4, what every platform can cause in the same way: credentials that are gone (423, 500), a limit that stays
 * exceeded (429), a platform that fails or is too slow, an endpoint that is damaged (500). Each with exact status and
 * text, a bounded number of calls, and no credit used.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import type { Fault } from '../../emulators/emulator-server.ts';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { notionFaults } from '../../emulators/notion/notion-faults.ts';
import { creditsUsed, expectLedgerWhole } from '../support/cast.ts';
import {
  answering,
  credentialRefused,
  expectRefusal,
  expectRefused,
  onRows,
  onStructure,
  provoke,
  type Refusal,
  refused,
  unavailable,
  withRetryAfter,
} from '../support/platform-refusals.ts';
import { platformOwner } from '../support/platform-service.ts';
import {
  type Breakable,
  type PlatformKey,
  type Stage,
  startStage,
  tablesToBreak,
} from '../support/tables-to-break.ts';

interface PlatformFacts {
  readonly name: PlatformKey;
  /** How messages name the platform of a connection. */
  readonly title: string;
  readonly limit: Fault;
  readonly error: string;
  readonly data: string;
}

const facts: readonly PlatformFacts[] = [
  {
    name: 'airtable',
    title: 'Airtable',
    limit: airtableFaults.rateLimit,
    error: 'RATE_LIMIT_REACHED',
    data: 'Rate limit exceeded. Please try again later',
  },
  {
    name: 'notion',
    title: 'Notion',
    limit: notionFaults.rateLimit,
    error: 'rate_limited',
    data: 'You have been rate limited. Please try again in a few minutes.',
  },
  {
    name: 'google',
    title: 'Google',
    limit: googleFaults.rateLimit,
    error: 'RESOURCE_EXHAUSTED',
    data: "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:123456789012'.",
  },
];

const nobody = { structure: 0, rows: 0 };
const failing = '<html><body><h1>503 Service Unavailable</h1></body></html>';

const refusalsOf = ({ name, title, limit, error, data }: PlatformFacts): readonly Refusal<Breakable>[] => [
  refused('token revoked', ({ token }, { platforms }) => platforms[name].revoke(token), credentialRefused),
  refused(
    'the owner removed the connection',
    ({ connection }, { service }) => service.command('connection', 'remove', connection),
    'The owner has disconnected the platform.',
  ),
  {
    cause: 'a rate limit that stays: asked four times, each time after the wait that the platform told',
    provoke: onRows(withRetryAfter(limit, '1')),
    status: 429,
    error,
    data,
    retryAfter: '1',
    calls: { structure: 1, rows: 4 },
  },
  {
    ...unavailable('500 for the rows, always', onRows(answering(500, {}))),
    calls: { structure: 1, rows: 4 },
  },
  {
    ...unavailable('503 with a page for the structure, always', onStructure(answering(503, failing))),
    calls: { structure: 4, rows: 0 },
  },
  {
    ...unavailable('every connection is cut', onRows({ act: { kind: 'reset' } })),
    calls: { structure: 1, rows: 4 },
  },
  { ...unavailable('misconfigured endpoint', changeSettings('{}')), calls: nobody },
  {
    ...unavailable('misconfigured endpoint: fields of no known shape', changeSettings('{"fields":[7]}')),
    calls: nobody,
  },
  {
    cause: 'token expired, and nothing to renew it with',
    provoke: async (table, stage) => {
      const words = ['--platform', name, '--access-token', table.token, '--reconnect', table.connection];
      await stage.service.command('connection', 'add', platformOwner, ...words);
      await changeConnection({ expires_at: Date.now() - 1_000 })(table, stage);
    },
    status: 500,
    error: `You have been disconnected from ${title}. Please reconnect.`,
    data: 'Its token has expired and cannot be renewed.',
    calls: nobody,
  },
  {
    cause: 'stored secret damaged',
    provoke: changeConnection({ secret: 'damaged' }),
    status: 500,
    error: `You have been disconnected from ${title}. Please reconnect.`,
    data: 'Its stored credential cannot be read.',
    calls: nobody,
  },
];

function changeConnection(change: { readonly expires_at?: number; readonly secret?: string }) {
  return async ({ connection }: Breakable, { service }: Stage): Promise<void> => {
    const { db } = service.database;
    await db.updateTable('connections').set(change).where('id', '=', connection).execute();
  };
}

function changeSettings(source_settings: string) {
  return async ({ endpoint }: Breakable, { service }: Stage): Promise<void> => {
    const { db } = service.database;
    await db.updateTable('endpoints').set({ source_settings }).where('id', '=', endpoint).execute();
  };
}

/** At the same time, because most of them wait; none of them may use a credit. */
describe.concurrent('7 Errors of every platform', () => {
  let stage: Stage & AsyncDisposable;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(async () => {
    await expectLedgerWhole(stage.service);
    expect(await creditsUsed(stage.service)).toBe(0);
    await stage[Symbol.asyncDispose]();
  });

  let turn: Promise<unknown> = Promise.resolve();
  /** One command after the other. */
  const prepare = ({ name }: PlatformFacts, refusal: Refusal<Breakable>): Promise<Breakable> => {
    const table = turn.then(() => tablesToBreak[name](stage));
    const provoked = table.then((made) => provoke(stage, made, refusal));
    turn = provoked.catch(() => undefined);
    return provoked.then(() => table);
  };

  for (const platform of facts) {
    it.each(refusalsOf(platform))(`${platform.title}: $status $cause`, async (refusal) =>
      expectRefused(stage, await prepare(platform, refusal), refusal),
    );
  }
});

describe('7 Errors of a platform that takes too long', () => {
  let stage: Stage & AsyncDisposable;
  beforeAll(async () => {
    stage = await startStage({ environment: { SOURCE_TIME_LIMIT_MS: '1500' } });
  });
  afterAll(async () => {
    await expectLedgerWhole(stage.service);
    await stage[Symbol.asyncDispose]();
  });

  it.each(facts)('$title: 500 it never answers', async ({ name }) => {
    const refusal = {
      ...unavailable('', onRows({ act: { kind: 'hang' } })),
      data: 'Reading the source took longer than 1.5 s.',
      calls: { structure: 1, rows: 1 },
    };
    await expectRefusal(stage, await tablesToBreak[name](stage), refusal);
  });

  it.each(facts)('$title: 429 its limit closes for longer than there is time', async (platform) => {
    const { name, limit, error, data } = platform;
    await expectRefusal(stage, await tablesToBreak[name](stage), {
      cause: '',
      provoke: onRows(withRetryAfter(limit, '20')),
      status: 429,
      error,
      data,
      retryAfter: '20',
      calls: { structure: 1, rows: 1 },
    });
  });
});
