/**
 * A platform that fails once or for good, and a client that does not wait: all rows or an error, a bounded
 * number of calls, and a credit only for all rows (contract 1.3.2).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import { emptyBase, fillTable } from '../../emulators/airtable/airtable-seed.ts';
import type { Fault } from '../../emulators/emulator-server.ts';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { notionFaults } from '../../emulators/notion/notion-faults.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { withRetryAfter } from '../support/platform-refusals.ts';
import { connect, createEndpoint, platformOwner } from '../support/platform-service.ts';
import { openRequest } from '../support/raw-http.ts';
import { bothEngines, type TestService } from '../support/service.ts';
import { forgetLimits } from '../support/small-tables.ts';
import {
  airtableToBreak,
  type Breakable,
  type CallCount,
  callsSince,
  countCalls,
  googleToBreak,
  manyPeople,
  notionToBreak,
  oneOnEachPlatform,
  people,
  type Stage,
  startStage,
} from '../support/tables-to-break.ts';

const page = '<!doctype html><title>Sign in</title>';
const unavailable = { error: 'Dataframe could not be retrieved' };
const patience = { timeout: 60_000, interval: 25 };

const passing: readonly (readonly [string, Fault['act']])[] = [
  ['500', { kind: 'answer', status: 500, body: {} }],
  ['502 with a page', { kind: 'answer', status: 502, body: page }],
  [
    '503 that says when to ask again',
    { kind: 'answer', status: 503, headers: { 'retry-after': '1' }, body: {} },
  ],
  ['408', { kind: 'answer', status: 408, body: {} }],
  ['200 with a page', { kind: 'answer', status: 200, body: page }],
  ['a connection that is reset', { kind: 'reset' }],
  ['an answer that is cut off', { kind: 'cut', bytes: 60 }],
  ['an answer that ends too early', { kind: 'truncate', bytes: 60 }],
];

describe('A platform that fails', () => {
  let stage: Stage & AsyncDisposable;
  let tables: readonly Breakable[];
  beforeAll(async () => {
    stage = await startStage();
    tables = await oneOnEachPlatform(stage);
  });
  afterEach(() => expectLedgerWhole(stage.service));
  afterAll(() => stage[Symbol.asyncDispose]());

  const ask = async (table: Breakable) => {
    const hit = () => stage.service.get(`${table.endpoint}?type=json_records`);
    const { calls, answer } = await countCalls(table, hit);
    const body: unknown = await answer.json();
    return { status: answer.status, body, calls };
  };

  it.each(passing)('%s, once: asked again, all rows, one credit each', async (_name, act) => {
    for (const { api, rowsCall } of tables) api.addFault({ on: rowsCall, times: 1, act });
    const { cost, answer } = await costOf(stage.service, () => Promise.all(tables.map(ask)));
    const whole = { status: 200, body: people, calls: { structure: 1, rows: 2 } };
    expect(answer).toEqual(tables.map(() => whole));
    expect(cost).toBe(tables.length);
  });

  it.each([
    ['a conflict', notionFaults.conflict],
    ['an overload', notionFaults.overload],
    ['a page of what stands before it', notionFaults.cloudflareBlocked],
  ])('Notion refuses with %s, once: asked again', async (_name, { act }) => {
    const table = await notionToBreak(stage);
    await forgetLimits(stage.service);
    table.api.addFault({ on: table.rowsCall, times: 1, act });
    expect(await ask(table)).toEqual({ status: 200, body: people, calls: { structure: 1, rows: 2 } });
  });

  it.each(passing)('%s, once, on the structure: asked again', async (_name, act) => {
    for (const { api, structureCall } of tables) api.addFault({ on: structureCall, times: 1, act });
    const answers = await Promise.all(tables.map(ask));
    expect(answers).toEqual(
      tables.map(() => ({ status: 200, body: people, calls: { structure: 2, rows: 1 } })),
    );
  });

  it.each([
    ['200 with a page', { kind: 'answer', status: 200, body: page }],
    ['an answer that ends too early', { kind: 'truncate', bytes: 60 }],
  ] as const)('%s, always: asked four times, then 500', async (_name, act) => {
    const broken = await oneOnEachPlatform(stage);
    for (const { api, rowsCall } of broken) api.addFault({ on: rowsCall, act });
    const { cost, answer } = await costOf(stage.service, () => Promise.all(broken.map(ask)));
    const failed = {
      status: 500,
      body: expect.objectContaining(unavailable),
      calls: { structure: 1, rows: 4 },
    };
    expect(answer).toEqual(broken.map(() => failed));
    expect(cost).toBe(0);
  });

  it('a redirection is not followed, and the token stays here: 500', async () => {
    const strayed = await oneOnEachPlatform(stage);
    const { api: elsewhere } = stage.platforms.notion;
    for (const { api, rowsCall } of strayed) {
      const headers = { location: `${elsewhere.origin}/elsewhere` };
      api.addFault({ on: rowsCall, act: { kind: 'answer', status: 307, headers, body: {} } });
    }
    const { cost, answer } = await costOf(stage.service, () => Promise.all(strayed.map(ask)));
    const failed = {
      status: 500,
      body: expect.objectContaining(unavailable),
      calls: { structure: 1, rows: 1 },
    };
    expect(answer).toEqual(strayed.map(() => failed));
    expect(cost).toBe(0);
    expect(elsewhere.calls.filter(({ url }) => url === '/elsewhere')).toEqual([]);
  });

  it('a limit that many calls meet at once is waited for once', async () => {
    const { airtable } = stage.platforms;
    const base = emptyBase('Linked');
    airtable.bases.push(base);
    const linked = Array.from({ length: 24 }, (_, n) => fillTable(base, { name: `Linked ${n}`, rows: 2 }));
    const table = fillTable(base, { name: 'Linking', rows: 5 });
    for (const [n, { id, records }] of linked.entries()) {
      const field = `fldLink${String(n).padStart(10, '0')}`;
      const options = { linkedTableId: id, isReversed: false, prefersSingleRecordLink: false };
      table.fields.push({ id: field, name: `Link ${n}`, type: 'multipleRecordLinks', options });
      for (const record of table.records) record.cells[field] = [records[1]?.id];
    }
    const connection = await connect(stage.service, 'airtable', '--token', airtable.addPersonalToken());
    const endpoint = await createEndpoint(stage.service, connection, '--base', base.id, '--table', table.id);
    await forgetLimits(stage.service);
    const refusal = withRetryAfter(airtableFaults.rateLimit, '2');
    airtable.api.addFault({ on: 'cellFormat=string', times: 24, ...refusal });
    const answer = await stage.service.get(`${endpoint}?type=json_records&extract_json_property=name`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject([
      { 'Link 0': 'Linked 0 1', 'Link 23': 'Linked 23 1' },
      {},
      {},
      {},
      {},
    ]);
  });

  it('two refusals of Google that do not say how long end in data, after growing waits', async () => {
    const table = await googleToBreak(stage);
    await forgetLimits(stage.service);
    table.api.addFault({ ...googleFaults.rateLimit, on: table.rowsCall, times: 2 });
    const began = performance.now();
    const { answer, calls } = await countCalls(table, () => stage.service.get(table.endpoint));
    const seconds = (performance.now() - began) / 1_000;
    expect([answer.status, calls.rows]).toEqual([200, 3]);
    expect(seconds).toBeGreaterThanOrEqual(2.99);
    expect(seconds).toBeLessThan(15);
  });

  it.each([
    ['31 years', '999999999'],
    ['no time that can be told', '9'.repeat(400)],
  ])('a limit that is said to last %s closes a base for five minutes at most', async (_time, seconds) => {
    const { api, base, endpoint, rowsCall } = await airtableToBreak(stage);
    api.addFault({ on: rowsCall, times: 1, ...withRetryAfter(airtableFaults.rateLimit, seconds) });
    const answer = await stage.service.get(endpoint);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '86400']);
    const { db } = stage.service.database;
    const slots = db
      .selectFrom('rate_limit_slots')
      .select('at')
      .where('limit_key', '=', `airtable base ${base.id}`);
    const last = Math.max(...(await slots.execute()).map(({ at }) => at));
    expect(last).toBeGreaterThan(Date.now() + 200_000);
    expect(last).toBeLessThanOrEqual(Date.now() + 300_000);
  });

  it('once a hit has failed, nothing more is read for it', async () => {
    const { airtable } = stage.platforms;
    const base = emptyBase('Failing');
    airtable.bases.push(base);
    const into = fillTable(base, { name: 'Into', rows: 3 });
    const table = fillTable(base, { name: 'From', rows: 3_000, links: { into, fields: 1 } });
    const connection = await connect(stage.service, 'airtable', '--token', airtable.addPersonalToken());
    const endpoint = await createEndpoint(stage.service, connection, '--base', base.id, '--table', table.id);
    await forgetLimits(stage.service);
    airtable.api.addFault({ on: table.id, act: { kind: 'slow', ms: 50 } });
    airtable.api.addFault({ on: into.id, act: { kind: 'answer', status: 422, body: {} } });
    expect((await stage.service.get(endpoint)).status).toBe(500);
    const calls = airtable.api.calls.length;
    await delay(700);
    expect(airtable.api.calls.length).toBe(calls);
  });

  const leaving: readonly (readonly [string, Fault['act']])[] = [
    ['while the platform takes its time', { kind: 'slow', ms: 500 }],
    ['while the platform says nothing', { kind: 'hang' }],
    ['before it is asked again', { kind: 'answer', status: 500, body: {} }],
    [
      'while a limit is waited for',
      { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: {} },
    ],
  ];

  /** The calls of a hit whose client leaves as soon as the first call for the rows has arrived. */
  const leave = async (table: Breakable): Promise<CallCount> => {
    const first = table.api.calls.length;
    const socket = openRequest(stage.service.url, `GET /${table.endpoint}`);
    await expect.poll(() => callsSince(table, first).rows, patience).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => heldBy(stage.service), patience).toBe(0);
    await delay(1_300);
    return callsSince(table, first);
  };

  it.each(leaving)('a client that leaves %s: no further call, no credit', async (_name, act) => {
    const left = await oneOnEachPlatform(stage, { rows: manyPeople(250) });
    for (const { api, rowsCall } of left) api.addFault({ on: rowsCall, act });
    const { cost, answer } = await costOf(stage.service, () => Promise.all(left.map(leave)));
    // A sheet that may hold dates is asked for in two ways at once.
    const rows = left.map(({ api }) => (api === stage.platforms.google.api ? 2 : 1));
    expect(answer).toEqual(left.map((_, index) => ({ structure: 1, rows: rows[index] })));
    expect(cost).toBe(0);
  });
});

describe.each(bothEngines)('A limit that lasts a fraction of a millisecond, on %s', (engine) => {
  it('is waited for', async () => {
    await using stage = await startStage({ engine });
    const { api, endpoint, rowsCall } = await airtableToBreak(stage);
    api.addFault({ on: rowsCall, times: 1, ...withRetryAfter(airtableFaults.rateLimit, '0.0001') });
    const answer = await stage.service.get(`${endpoint}?type=json_records`);
    expect(await answer.json()).toEqual(people);
  });
});

describe('A platform that nobody can reach', () => {
  it('500, and no credit', async () => {
    await using stage = await startStage();
    const tables = await oneOnEachPlatform(stage);
    await Promise.all(tables.map(({ api }) => api.close()));
    const hits = () => Promise.all(tables.map(({ endpoint }) => stage.service.get(endpoint)));
    const { cost, answer } = await costOf(stage.service, hits);
    expect(answer.map(({ status }) => status)).toEqual(tables.map(() => 500));
    for (const one of answer) expect(await one.json()).toMatchObject(unavailable);
    expect(cost).toBe(0);
    await expectLedgerWhole(stage.service);
  });
});

/** Credits that wait for the end of a hit. */
async function heldBy({ database }: TestService): Promise<number> {
  const account = database.db.selectFrom('accounts').select('held').where('email', '=', platformOwner);
  return (await account.executeTakeFirstOrThrow()).held;
}
