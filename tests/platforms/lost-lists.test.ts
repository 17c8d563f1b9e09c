/**
 * A platform that loses the cursor of a list, sends one that never ends, or one whose rows move while they are
 * read: every row once, or an error after a bounded number of calls (contract 1.3.2).
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import { notionFaults } from '../../emulators/notion/notion-faults.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { answering } from '../support/platform-refusals.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { forgetLimits } from '../support/small-tables.ts';
import {
  airtableToBreak,
  type Breakable,
  type BreakableAirtable,
  countCalls,
  manyPeople,
  notionToBreak,
  type Stage,
  startStage,
} from '../support/tables-to-break.ts';

const unavailable = { error: 'Dataframe could not be retrieved' };

describe('A list that is lost, never ends or moves', () => {
  let stage: Stage & AsyncDisposable;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterEach(() => expectLedgerWhole(stage.service));
  afterAll(() => stage[Symbol.asyncDispose]());
  const ask = async (table: Breakable) => {
    await forgetLimits(stage.service);
    const hit = () => stage.service.get(`${table.endpoint}?type=json_records`);
    const { cost, answer: counted } = await costOf(stage.service, () => countCalls(table, hit));
    const body: unknown = await counted.answer.json();
    return { status: counted.answer.status, body, calls: counted.calls, cost };
  };
  const rows = manyPeople(250);
  const readings = [1, 2, 3];

  it.each(readings)('Airtable loses its iterator %i times: begun anew, every row once', async (times) => {
    const table = await airtableToBreak(stage, { rows });
    table.api.addFault({
      ...airtableFaults.iteratorLost,
      on: `${table.rowsCall}?pageSize=100&returnFieldsByFieldId=true&offset`,
      times,
    });
    const calls = { structure: 1 + times, rows: 3 + 2 * times };
    expect(await ask(table)).toEqual({ status: 200, body: rows, calls, cost: 1 });
  });

  it('Airtable loses its iterator again and again: 500 after three restarts', async () => {
    const table = await airtableToBreak(stage, { rows });
    table.api.addFault({
      ...airtableFaults.iteratorLost,
      on: `${table.rowsCall}?pageSize=100&returnFieldsByFieldId=true&offset`,
      times: 9,
    });
    const calls = { structure: 4, rows: 8 };
    expect(await ask(table)).toMatchObject({ status: 500, body: unavailable, calls, cost: 0 });
  });

  /** Strikes the second page of every reading; of the calls that one fault strikes the next ones know nothing. */
  const refuseCursors = ({ api, rowsCall }: Breakable, times: number): void => {
    const { act } = notionFaults.badCursor;
    for (let reading = 1; reading <= times; reading += 1)
      api.addFault({ on: rowsCall, skip: reading, times: 1, act });
  };

  it.each(readings)(
    'Notion takes a cursor no longer, %i times: begun anew, every row once',
    async (times) => {
      const table = await notionToBreak(stage, { rows });
      refuseCursors(table, times);
      const calls = { structure: 1 + times, rows: 3 + 2 * times };
      expect(await ask(table)).toEqual({ status: 200, body: rows, calls, cost: 1 });
    },
  );

  it('Notion takes no cursor at all: 500 after three restarts', async () => {
    const table = await notionToBreak(stage, { rows });
    refuseCursors(table, 4);
    const calls = { structure: 4, rows: 8 };
    expect(await ask(table)).toMatchObject({ status: 500, body: unavailable, calls, cost: 0 });
  });

  const airtablePage = (names: readonly string[], { table }: BreakableAirtable, offset?: string) => ({
    records: names.map((name) => ({ id: `rec${name}`, fields: { [table.primaryFieldId]: name } })),
    ...(offset !== undefined && { offset }),
  });

  const notionPage = (names: readonly string[], cursor?: string) => ({
    results: names.map((name) => ({
      object: 'page',
      id: name,
      created_time: '2026-01-01T00:00:00.000Z',
      properties: { Name: { id: 'title', type: 'title', title: [{ plain_text: name }] } },
    })),
    has_more: cursor !== undefined,
    next_cursor: cursor ?? null,
  });

  it('Airtable sends the same offset again and again: 500 after the second page', async () => {
    const table = await airtableToBreak(stage, { words: ['--fields', 'Name'] });
    table.api.addFault({ on: table.rowsCall, ...answering(200, airtablePage(['Ann'], table, 'itr1/rec1')) });
    const calls = { structure: 1, rows: 2 };
    expect(await ask(table)).toMatchObject({ status: 500, body: unavailable, calls, cost: 0 });
  });

  it('Notion sends the same cursor again and again: 500 after the second page', async () => {
    const table = await notionToBreak(stage, { words: ['--fields', 'Name'] });
    table.api.addFault({ on: table.rowsCall, ...answering(200, notionPage(['Ann'], 'c')) });
    const calls = { structure: 1, rows: 2 };
    expect(await ask(table)).toMatchObject({ status: 500, body: unavailable, calls, cost: 0 });
  });

  it('Airtable sends empty pages for ever: 500 after 52 at most', async () => {
    const table = await airtableToBreak(stage, { words: ['--fields', 'Name'] });
    for (let n = 0; n < 300; n += 1) {
      table.api.addFault({
        on: table.rowsCall,
        times: 1,
        ...answering(200, airtablePage([], table, `itr${n}/rec`)),
      });
    }
    const { calls, ...answer } = await ask(table);
    expect(answer).toMatchObject({ status: 500, body: unavailable, cost: 0 });
    expect(calls.rows).toBeLessThanOrEqual(52);
  });

  it('Notion sends empty pages for ever: 500 after 202 at most', async () => {
    const table = await notionToBreak(stage, { words: ['--fields', 'Name'] });
    for (let n = 0; n < 300; n += 1) {
      table.api.addFault({ on: table.rowsCall, times: 1, ...answering(200, notionPage([], `${n}`)) });
    }
    const { calls, ...answer } = await ask(table);
    expect(answer).toMatchObject({ status: 500, body: unavailable, cost: 0 });
    expect(calls.rows).toBeLessThanOrEqual(202);
  });

  const movingPages = (random: () => number, count: number): string[][] => {
    const pages: string[][] = [];
    for (let end = 0; end < count; ) {
      const start = Math.max(0, end - Math.floor(random() * 4));
      end = Math.min(count, end + 1 + Math.floor(random() * 6));
      pages.push(Array.from({ length: end - start }, (_, n) => `P${start + n}`));
    }
    return pages;
  };
  const everyone = Array.from({ length: 30 }, (_, n) => ({ Name: `P${n}` }));
  const moves = Array.from({ length: 20 }, (_, n) => n + 1);

  it('Airtable: rows that move to a later page while they are read come once', async () => {
    const table = await airtableToBreak(stage, { words: ['--fields', 'Name'] });
    for (const seed of moves) {
      const pages = movingPages(randomNumbers(seed), everyone.length);
      for (const [n, names] of pages.entries()) {
        const offset = n + 1 < pages.length ? `itr${n}/rec` : undefined;
        table.api.addFault({
          on: table.rowsCall,
          times: 1,
          ...answering(200, airtablePage(names, table, offset)),
        });
      }
      const calls = { structure: 1, rows: pages.length };
      expect(await ask(table)).toEqual({ status: 200, body: everyone, calls, cost: 1 });
    }
  });

  it('Notion: rows that move to a later page while they are read come once', async () => {
    const table = await notionToBreak(stage, { words: ['--fields', 'Name'] });
    for (const seed of moves) {
      const pages = movingPages(randomNumbers(seed), everyone.length);
      for (const [n, names] of pages.entries()) {
        const cursor = n + 1 < pages.length ? `${n}` : undefined;
        table.api.addFault({
          on: table.rowsCall,
          times: 1,
          ...answering(200, notionPage(names, cursor)),
        });
      }
      const calls = { structure: 1, rows: pages.length };
      expect(await ask(table)).toEqual({ status: 200, body: everyone, calls, cost: 1 });
    }
  });
});
