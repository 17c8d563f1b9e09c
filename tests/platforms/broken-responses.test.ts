/**
 * Responses of a platform that are cut, malformed or too large: never a wrong table, never a crash. What cannot
 * be used is 500 or requested again, and the service goes on answering (contract 1.3.2).
 */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../emulators/emulator-server.ts';
import { allFormats } from '../../src/formats/all-formats.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { answering } from '../support/platform-refusals.ts';
import { platformOwner } from '../support/platform-service.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { forgetLimits } from '../support/small-tables.ts';
import {
  airtableToBreak,
  type Breakable,
  people,
  platformKeys,
  type Stage,
  startStage,
  tablesToBreak,
} from '../support/tables-to-break.ts';
import { twistedJson } from '../support/twisted-json.ts';

describe('Responses that are cut, malformed or too large', () => {
  let stage: Stage & AsyncDisposable;
  beforeAll(async () => {
    stage = await startStage();
    await stage.service.command('account', 'set', platformOwner, '--credits', '100000');
  });
  afterEach(() => expectLedgerWhole(stage.service));
  afterAll(() => stage[Symbol.asyncDispose]());

  const hit = async ({ endpoint }: Breakable, query = 'type=json_records') => {
    const answer = await stage.service.get(`${endpoint}?${query}`);
    return { status: answer.status, text: await answer.text() };
  };

  /** What the platform answers to the last call of that kind, asked once more. */
  const answerTo = async ({ api, token, endpoint }: Breakable, kind: string): Promise<Buffer> => {
    await stage.service.get(endpoint);
    const call = api.calls.findLast(({ method, url }) => `${method} ${url}`.includes(kind));
    const post = { method: 'POST', body: '{}' };
    const headers = {
      authorization: `Bearer ${token}`,
      'notion-version': '2025-09-03',
      'content-type': 'application/json',
    };
    const answer = await fetch(`${api.origin}${call?.url}`, {
      headers,
      ...(call?.method === 'POST' && post),
    });
    return Buffer.from(await answer.arrayBuffer());
  };

  const pageOf = (table: Breakable): Promise<Buffer> => answerTo(table, table.rowsCall);

  const whole = JSON.stringify(people);
  const atOnce = 160;

  /** Each fault strikes one call; a hit may meet several. */
  const expectWholeOrNothing = async (table: Breakable, acts: readonly Fault['act'][]): Promise<number> => {
    let wholes = 0;
    for (let from = 0; from < acts.length; from += atOnce) {
      const wave = acts.slice(from, from + atOnce);
      await forgetLimits(stage.service);
      for (const act of wave) table.api.addFault({ on: table.rowsCall, times: 1, act });
      const { cost, answer } = await costOf(stage.service, () => Promise.all(wave.map(() => hit(table))));
      const good = answer.filter(({ status }) => status === 200);
      for (const { text } of good) expect(text).toBe(whole);
      for (const { status } of answer) expect([200, 500]).toContain(status);
      expect(cost).toBe(good.length);
      wholes += good.length;
    }
    table.api.clearFaults();
    return wholes;
  };

  const cuts = platformKeys.flatMap((key) => [[key, 'truncate'] as const, [key, 'cut'] as const]);
  it.each(cuts)('%s: a page that ends (%s) after any number of its bytes', async (key, kind) => {
    const table = await tablesToBreak[key](stage);
    const { length } = await pageOf(table);
    const step = Math.ceil(length / atOnce);
    const acts = Array.from({ length: Math.ceil(length / step) }, (_, n) => ({ kind, bytes: n * step }));
    expect(await expectWholeOrNothing(table, acts)).toBeGreaterThan(0.8 * acts.length);
  });

  it.each(platformKeys)('%s: a compressed page, whole or not', async (key) => {
    const table = await tablesToBreak[key](stage);
    const packed = gzipSync(await pageOf(table));
    const gzip = (body: Buffer): Fault['act'] => ({
      kind: 'answer',
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body,
    });
    const acts = Array.from({ length: 40 }, (_, n) => gzip(packed.subarray(0, packed.length - n)));
    expect(await expectWholeOrNothing(table, acts)).toBeGreaterThan(30);
  });

  it.each(platformKeys)('%s: a cell of 5 MB', async (key) => {
    const rows = [{ Name: 'Ab "ü" <x>,\n'.repeat(480_000), Amount: 1, Done: true }];
    const table = await tablesToBreak[key](stage, { rows });
    expect((await hit(table)).text).toBe(JSON.stringify(rows));
    const length = 'sql=SELECT+length(Name)+AS+n+FROM+service_table';
    expect((await hit(table, length)).text).toBe(`n\n${rows[0]?.Name.length}\n`);
  });

  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  it.each([1_000, 10_000, 100_000])('airtable: a value nested %i deep, in every format', async (depth) => {
    const { table, endpoint, api, rowsCall } = await airtableToBreak(stage);
    table.fields.push({ id: 'fldDeep', name: 'Deep', type: 'aTypeOfTomorrow' });
    await stage.service.command('endpoint', 'set', endpoint, '--all-columns');
    await forgetLimits(stage.service);
    const fields = `"${table.primaryFieldId}":${nested(depth)},"fldDeep":${nested(depth)}`;
    const records = `[{"id":"rec1","fields":{${fields}}}]`;
    api.addFault({ on: rowsCall, ...answering(200, `{"records":${records}}`) });
    const queries = Object.keys(allFormats).map((type) => `type=${type}`);
    for (const query of [...queries, 'sql=SELECT+*+FROM+service_table', 'extract_json_property=name']) {
      expect([200, 500]).toContain((await stage.service.get(`${endpoint}?${query}`)).status);
      expect((await stage.service.get('')).status).toBe(200);
    }
  });

  /** Statuses of hits on twisted answers, which also change what is there: 409. */
  const twist = async (table: Breakable, kind: string, times: number): Promise<Set<number>> => {
    const answer = String(await answerTo(table, kind));
    const random = randomNumbers(7);
    const statuses = new Set<number>();
    for (let n = 0; n < times; n += 1) {
      if (n % 100 === 0) await forgetLimits(stage.service);
      const body = twistedJson(answer, random);
      table.api.addFault({ on: kind, times: 1, ...answering(200, body) });
      const { status, text } = await hit(table);
      expect([200, 409, 500], body).toContain(status);
      expect(() => JSON.parse(text), body).not.toThrow();
      expect((await stage.service.get('')).status).toBe(200);
      statuses.add(status);
      table.api.clearFaults();
    }
    return statuses;
  };

  it.each(platformKeys)('%s: 150 pages and 60 structures with something wrong in them', async (key) => {
    const table = await tablesToBreak[key](stage);
    expect(await twist(table, table.rowsCall, 150)).toContain(500);
    expect(await twist(table, table.structureCall, 60)).toContain(409);
    expect((await hit(table)).text).toBe(whole);
  });
});
