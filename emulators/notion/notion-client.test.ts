/**
 * Notion's own client against the emulator: unmodified, it reads the emulator as it reads Notion.
 */
import {
  APIErrorCode,
  Client,
  collectPaginatedAPI,
  isFullDatabase,
  isFullPage,
  iterateAllDataSourceRows,
  iteratePaginatedAPI,
  type QueryDataSourceParameters,
} from '@notionhq/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filledDatabase } from './notion-seed.ts';
import { startTestWorkspace, type TestWorkspace } from './notion-test-workspace.ts';

let workspace: TestWorkspace;
let emulator: TestWorkspace['emulator'];
let seeded: TestWorkspace['seeded'];
let notion: Client;

type Sort = NonNullable<QueryDataSourceParameters['sorts']>[number];
type TimeCondition =
  | Record<'equals', string>
  | Record<'before', string>
  | Record<'after', string>
  | Record<'on_or_before', string>
  | Record<'on_or_after', string>;

const bigId = '9c000000-0000-4000-8000-0000000000db';
const bigSource = '9c000000-0000-4000-8000-d50000000001';

beforeEach(async () => {
  workspace = await startTestWorkspace();
  ({ emulator, seeded } = workspace);
  notion = new Client(workspace.connection);
});

afterEach(() => emulator.close());

describe('finding tables', () => {
  it('knows the bot of the token', async () => {
    expect(await notion.users.me({})).toMatchObject({ object: 'user', type: 'bot' });
    expect([...emulator.versions]).toEqual(['2025-09-03']);
  });

  it('searches data sources, page by page and by title', async () => {
    const filter = { property: 'object', value: 'data_source' } as const;
    const all = await collectPaginatedAPI(notion.search, { filter, page_size: 2 });
    expect(all.map((each) => ('title' in each ? each.title[0]?.plain_text : each.object))).toEqual([
      'Projects',
      'Tasks',
      'Every type',
      'Employees',
      'Contractors',
    ]);
    expect(emulator.api.calls).toHaveLength(3);
    const found = await notion.search({ filter, query: 'ACTORS' });
    expect(found.results.map(({ id }) => id)).toEqual([seeded.directory.dataSources[1]]);
  });

  it('searches pages, newest edit first or last', async () => {
    const filter = { property: 'object', value: 'page' } as const;
    const search = async (direction: 'ascending' | 'descending') =>
      (
        await notion.search({
          filter,
          query: 'project 1',
          sort: { timestamp: 'last_edited_time', direction },
        })
      ).results;
    const newest = await search('descending');
    expect(newest).toHaveLength(32);
    expect(newest[0]?.id).toBe(workspace.project(117));
    expect((await search('ascending'))[0]?.id).toBe(workspace.project(0));
  });

  it('shows a database as a container and its data sources with properties', async () => {
    const database = await notion.databases.retrieve({ database_id: seeded.directory.database });
    if (!isFullDatabase(database)) throw new Error('partial');
    expect(database.data_sources.map(({ name }) => name)).toEqual(['Employees', 'Contractors']);
    expect(database).not.toHaveProperty('properties');
    const source = await notion.dataSources.retrieve({ data_source_id: seeded.projects.dataSource });
    expect(source.properties['Tasks']).toMatchObject({
      id: 't%3Cks',
      type: 'relation',
      relation: { data_source_id: seeded.tasks.dataSource, type: 'dual_property' },
    });
    expect(source).toMatchObject({ archived: false, in_trash: false });
    expect(source).toMatchObject({ parent: { type: 'database_id', database_id: seeded.projects.database } });
  });

  it('takes ids without dashes', async () => {
    const bare = seeded.tasks.dataSource.replaceAll('-', '');
    expect((await notion.dataSources.retrieve({ data_source_id: bare })).id).toBe(seeded.tasks.dataSource);
  });

  it('does not find what is not shared, is deleted, or is of the other kind', async () => {
    const missing = { code: APIErrorCode.ObjectNotFound, status: 404 };
    const retrieve = (data_source_id: string) => notion.dataSources.retrieve({ data_source_id });
    await expect(retrieve(seeded.projects.database)).rejects.toMatchObject(missing);
    for (const database of emulator.databases) database.shared = false;
    await expect(retrieve(seeded.projects.dataSource)).rejects.toMatchObject(missing);
    expect((await notion.search({})).results).toEqual([]);
  });
});

describe('reading rows', () => {
  it('goes through all pages', async () => {
    const rows = [];
    const args = { data_source_id: seeded.projects.dataSource, page_size: 50 };
    for await (const row of iteratePaginatedAPI(notion.dataSources.query, args)) rows.push(row.id);
    expect(rows).toHaveLength(120);
    expect(new Set(rows).size).toBe(120);
    expect(emulator.api.calls).toHaveLength(3);
  });

  it('goes through short and empty pages', async () => {
    emulator.shortPages = true;
    const args = { data_source_id: seeded.projects.dataSource, page_size: 20 };
    const rows = await collectPaginatedAPI(notion.dataSources.query, args);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(120);
    expect(emulator.api.calls.length).toBeGreaterThan(6);
  });

  it('sends the properties asked for, by ids as received', async () => {
    const { results } = await notion.dataSources.query({
      data_source_id: seeded.everyType.dataSource,
      filter_properties: ['title', '%3EQQn'],
    });
    const page = results[0];
    if (!page || !isFullPage(page)) throw new Error('partial');
    expect(Object.keys(page.properties)).toEqual(['Title', 'Text']);
    await expect(
      notion.dataSources.query({ data_source_id: seeded.everyType.dataSource, filter_properties: ['gone'] }),
    ).rejects.toMatchObject({ code: APIErrorCode.ValidationError });
  });

  it('sorts by time and by property', async () => {
    const data_source_id = seeded.projects.dataSource;
    const first = async (sort: Sort) =>
      (await notion.dataSources.query({ data_source_id, page_size: 1, sorts: [sort] })).results[0]?.id;
    expect(await first({ timestamp: 'created_time', direction: 'descending' })).toBe(workspace.project(117));
    expect(await first({ property: 'Budget', direction: 'descending' })).toBe(workspace.project(118));
    await expect(first({ property: 'Gone', direction: 'ascending' })).rejects.toMatchObject({
      message: 'Could not find sort property with name or id: Gone',
    });
  });

  it('stops a query at the cap and says so; the helper reads on by windows', async () => {
    emulator.databases.push(filledDatabase(bigId, 'Big', 260, { rowsPerMinute: 7 }));
    emulator.queryCap = 100;
    const plain = await collectPaginatedAPI(notion.dataSources.query, {
      data_source_id: bigSource,
      page_size: 40,
    });
    expect(plain).toHaveLength(100);
    const last = await notion.dataSources.query({ data_source_id: bigSource });
    expect(last).toMatchObject({
      has_more: false,
      next_cursor: null,
      request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' },
    });
    const all = [];
    for await (const row of iterateAllDataSourceRows(notion, { data_source_id: bigSource, page_size: 30 })) {
      all.push(row.id);
    }
    expect(all).toHaveLength(260);
  });

  it('cannot get past a minute with more rows than the cap', async () => {
    emulator.databases.push(filledDatabase(bigId, 'Big', 60, { rowsPerMinute: 60 }));
    emulator.queryCap = 50;
    const rows = iterateAllDataSourceRows(notion, { data_source_id: bigSource });
    await expect(Array.fromAsync(rows)).rejects.toThrow('cannot make progress');
  });

  it('filters by both sides of a time', async () => {
    const created = async (created_time: TimeCondition) => {
      const filter = { timestamp: 'created_time', created_time } as const;
      return (await notion.dataSources.query({ data_source_id: seeded.projects.dataSource, filter })).results
        .length;
    };
    const bound = '2025-03-01T08:10:00.000Z';
    expect(await created({ before: bound })).toBe(30);
    expect(await created({ on_or_before: bound })).toBe(33);
    expect(await created({ equals: bound })).toBe(3);
    expect(await created({ after: bound })).toBe(87);
    expect(await created({ on_or_after: bound })).toBe(90);
    expect(await created({ after: '2025-03-01' })).toBe(0);
  });

  it('shows every type, also those unknown to the client', async () => {
    const { results } = await notion.dataSources.query({ data_source_id: seeded.everyType.dataSource });
    const [full, empty] = results;
    if (!full || !empty || !isFullPage(full) || !isFullPage(empty)) throw new Error('partial');
    expect(Object.values(full.properties).map(({ type }) => type)).toHaveLength(26);
    expect(full.properties).toMatchObject({
      Total: { rollup: { type: 'number', number: 2 } },
      Button: { button: {} },
      Mood: { type: 'mood_ring', mood_ring: { hue: 'teal' } },
    });
    expect(Object.keys(empty.properties)).toEqual(Object.keys(full.properties));
    expect(empty.properties).toMatchObject({
      Title: { title: [] },
      Number: { number: null },
      Checkbox: { checkbox: false },
    });
  });
});

describe('references beyond 25', () => {
  async function project(n: number): Promise<Record<string, unknown>> {
    const page = await notion.pages.retrieve({ page_id: workspace.project(n) });
    if (!isFullPage(page)) throw new Error('partial');
    return page.properties;
  }

  it('cuts relations in pages and calculates rollups on what is left', async () => {
    expect(await project(0)).toMatchObject({
      Tasks: { relation: { length: 25 }, has_more: true },
      'Task count': { rollup: { type: 'number', number: 25, function: 'count' } },
      'Task names': { rollup: { type: 'array', array: { length: 25 } } },
    });
    expect(await project(1)).toMatchObject({ Tasks: { relation: { length: 25 }, has_more: false } });
    emulator.sendsRelationHasMore = false;
    expect((await project(0))['Tasks']).not.toHaveProperty('has_more');
  });

  it('sends a whole relation through property items', async () => {
    const pages = [];
    let start_cursor: string | undefined;
    do {
      const answer = await notion.pages.properties.retrieve({
        page_id: workspace.project(0),
        property_id: 't%3Cks',
        ...(start_cursor && { start_cursor }),
      });
      if (answer.object !== 'list') throw new Error('no list');
      pages.push(...answer.results);
      start_cursor = answer.next_cursor ?? undefined;
    } while (start_cursor);
    expect(pages).toHaveLength(130);
    expect(pages[129]).toMatchObject({
      object: 'property_item',
      type: 'relation',
      relation: { id: expect.stringMatching(/^.{36}$/) },
    });
  });

  it('calls a rollup incomplete until its last page', async () => {
    const item = (property_id: string, start_cursor?: string) =>
      notion.pages.properties.retrieve({
        page_id: workspace.project(0),
        property_id,
        ...(start_cursor && { start_cursor }),
      });
    const first = await item('sum1');
    if (first.object !== 'list') throw new Error('no list');
    expect(first).toMatchObject({ has_more: true, property_item: { rollup: { type: 'incomplete' } } });
    const last = await item('sum1', first.next_cursor ?? '');
    const hours = Array.from({ length: 130 }, (_, at) => (at % 8) + 0.5).reduce((sum, each) => sum + each, 0);
    expect(last).toMatchObject({
      has_more: false,
      property_item: { rollup: { type: 'number', number: hours } },
    });
  });

  it('sends the originals of a rollup as results', async () => {
    const answer = await notion.pages.properties.retrieve({
      page_id: workspace.project(22),
      property_id: 'nam1',
    });
    if (answer.object !== 'list') throw new Error('no list');
    expect(answer.results).toHaveLength(37);
    expect(answer.results[36]).toMatchObject({ type: 'title', title: { plain_text: 'Task 23.37' } });
    expect(answer).toMatchObject({ property_item: { rollup: { type: 'array', array: [] } } });
  });

  it('sends simple values as one object, and knows no other properties', async () => {
    const item = (property_id: string) =>
      notion.pages.properties.retrieve({ page_id: workspace.project(1), property_id });
    expect(await item('bud1')).toMatchObject({ object: 'property_item', type: 'number', number: 0.25 });
    await expect(item('t%253Cks')).rejects.toMatchObject({
      message: 't%3Cks is not a property that exists.',
    });
  });

  it('shows no relation to a table that is not shared', async () => {
    const tasks = emulator.databases[1];
    if (tasks) tasks.shared = false;
    expect(await project(0)).toMatchObject({ Tasks: { relation: [], has_more: false } });
  });
});
