/**
 * Cases that Notion's own client cannot produce: malformed requests, and a workspace that changes while it is read.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { NotionDataSource } from './notion-data.ts';
import { type NotionEmulator, startNotionEmulator } from './notion-emulator.ts';
import { textItem } from './notion-objects.ts';
import { type SeededNotion, seedNotion } from './notion-seed.ts';

let emulator: NotionEmulator;
let seeded: SeededNotion;
let token: string;

beforeEach(async () => {
  emulator = await startNotionEmulator();
  seeded = seedNotion(emulator);
  token = emulator.addToken();
});

afterEach(() => emulator.close());

async function ask(path: string, init: { body?: string; version?: string } = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'notion-version': init.version ?? '2025-09-03',
    'content-type': 'application/json',
  };
  return fetch(`${emulator.api.origin}/v1/${path}`, {
    headers,
    ...(init.body !== undefined && { method: 'POST', body: init.body }),
  });
}

const listSchema = z.object({
  results: z.array(z.looseObject({ id: z.string(), properties: z.record(z.string(), z.looseObject({})) })),
  next_cursor: z.string().nullable(),
  request_id: z.string(),
});

async function query(dataSource: string, body: object = {}): Promise<z.output<typeof listSchema>> {
  const answer = await ask(`data_sources/${dataSource}/query`, { body: JSON.stringify(body) });
  return listSchema.parse(await answer.json());
}

function source(id: string): NotionDataSource {
  const found = emulator.databases.flatMap(({ dataSources }) => dataSources).find((each) => each.id === id);
  if (!found) throw new Error(`no data source ${id}`);
  return found;
}

describe('requests that are wrong', () => {
  it('refuses no version and unknown ones', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${emulator.api.origin}/v1/users/me`, { headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ object: 'error', status: 400, code: 'missing_version' });
    expect(await (await ask('users/me', { version: '2031-01-01' })).json()).toMatchObject({
      code: 'validation_error',
    });
  });

  it('answers every request with its id', async () => {
    for (const path of ['users/me', 'nothing']) {
      const answer = await ask(path);
      expect(await answer.json()).toHaveProperty('request_id', answer.headers.get('x-notion-request-id'));
    }
  });

  it.each([
    ['no JSON', 'search', '{"query":', 'invalid_json', 'Error parsing JSON body.'],
    ['unknown keys', 'search', '{"quest":1}', 'validation_error', 'body.quest should be not present.'],
    ['no such address', 'blocks', '{}', 'invalid_request_url', 'Invalid request URL.'],
    [
      'an id that is none',
      'data_sources/abc/query',
      '{}',
      'validation_error',
      'should be a valid uuid, instead was `"abc"`.',
    ],
    [
      'a cursor of the wrong type',
      'search',
      '{"start_cursor":{}}',
      'validation_error',
      'body.start_cursor should be a string or `undefined`, instead was `{}`.',
    ],
  ])('refuses %s', async (_, path, body, code, message) => {
    const answer = await ask(path, { body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('refuses large pages of property items', async () => {
    const page = source(seeded.projects.dataSource).rows[0]?.id;
    const answer = await ask(`pages/${page}/properties/t%3Cks?page_size=101`);
    expect(await answer.json()).toMatchObject({
      message:
        'query failed validation: query.page_size should be ≤ `100` or `undefined`, instead was `101`.',
    });
  });
});

describe('a workspace that changes', () => {
  it('goes on after the last row sent when rows come and go between pages', async () => {
    const { dataSource } = seeded.projects;
    const first = await query(dataSource, { page_size: 100 });
    source(dataSource).rows.splice(0, 10);
    const second = await query(dataSource, { page_size: 100, start_cursor: first.next_cursor });
    const names = second.results.map(({ properties }) => JSON.stringify(properties['Name']?.['title']));
    expect(names).toHaveLength(20);
    expect(names[0]).toContain('Project 101');
  });

  it('shows renamed and retyped properties from the next answer on', async () => {
    const { properties } = source(seeded.projects.dataSource);
    const budget = properties['Budget'];
    if (!budget) throw new Error('no budget');
    delete properties['Budget'];
    properties['Cost'] = budget;
    const status = properties['Status'];
    if (status) Object.assign(status, { type: 'checkbox', config: {} });
    const { results } = await query(seeded.projects.dataSource, { page_size: 2 });
    expect(results[1]?.properties).toMatchObject({
      Cost: { id: 'bud1', number: 0.25 },
      Status: { type: 'checkbox', checkbox: false },
    });
    expect(results[1]?.properties).not.toHaveProperty('Budget');
  });

  it('says what is in the trash and leaves trashed rows out', async () => {
    const tasks = source(seeded.tasks.dataSource);
    const [first] = tasks.rows;
    if (first) first.inTrash = true;
    tasks.inTrash = true;
    expect(await (await ask(`data_sources/${tasks.id}`)).json()).toMatchObject({
      in_trash: true,
      archived: true,
    });
    const rows = await query(tasks.id, { page_size: 1 });
    expect(rows.results[0]?.id).toBe(tasks.rows[1]?.id);
    expect((await query(tasks.id, { in_trash: true })).results).toMatchObject([{ id: first?.id }]);
  });

  it('shows the data sources in a wiki unless pages alone are wanted', async () => {
    const { dataSource } = seeded.everyType;
    source(dataSource).children = [seeded.tasks.dataSource];
    expect((await query(dataSource)).results.map(({ object }) => object)).toEqual([
      'data_source',
      'page',
      'page',
      'page',
    ]);
    expect((await query(dataSource, { result_type: 'page' })).results).toHaveLength(3);
  });

  it('cuts people and mentions at 25, texts not', async () => {
    const { dataSource } = seeded.everyType;
    const row = source(dataSource).rows[0];
    const mention = { ...textItem('@x'), type: 'mention', mention: { type: 'page', page: { id: row?.id } } };
    if (row) {
      row.values['ppl1'] = Array.from({ length: 40 }, (_, n) => ({ object: 'user', id: `u${n}` }));
      row.values['%3EQQn'] = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? mention : textItem('and')));
    }
    const { results } = await query(dataSource);
    expect(results[0]?.properties).toMatchObject({
      People: { people: { length: 25 } },
      Text: { rich_text: { length: 55 } },
    });
    const whole = await ask(`pages/${row?.id}/properties/%3EQQn`);
    expect(await whole.json()).toMatchObject({ results: { length: 60 }, has_more: false });
  });
});
