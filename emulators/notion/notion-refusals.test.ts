/**
 * The errors of the emulator as Notion's own client throws them, and the responses of older and newer API versions.
 */
import { APIErrorCode, Client, collectPaginatedAPI, UnknownHTTPResponseError } from '@notionhq/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notionFaults } from './notion-faults.ts';
import { startTestWorkspace, type TestWorkspace } from './notion-test-workspace.ts';

let workspace: TestWorkspace;
let emulator: TestWorkspace['emulator'];
let seeded: TestWorkspace['seeded'];
let notion: Client;

beforeEach(async () => {
  workspace = await startTestWorkspace();
  ({ emulator, seeded } = workspace);
  notion = new Client(workspace.connection);
});

afterEach(() => emulator.close());

describe('refusals', () => {
  const query = (more: object = {}) =>
    notion.dataSources.query({ data_source_id: seeded.projects.dataSource, ...more });

  it('refuses a token that is unknown, revoked or lacks a capability', async () => {
    emulator.revoke(workspace.token);
    await expect(query()).rejects.toMatchObject({ code: APIErrorCode.Unauthorized, status: 401 });
    const restricted = new Client({
      ...workspace.connection,
      auth: emulator.addToken({ readsContent: false }),
    });
    await expect(restricted.search({})).rejects.toMatchObject({ code: APIErrorCode.RestrictedResource });
    expect(await restricted.users.me({})).toMatchObject({ type: 'bot' });
  });

  it('hides people from a token that may not read users', async () => {
    const { results } = await new Client({
      ...workspace.connection,
      auth: emulator.addToken({ readsUsers: false }),
    }).dataSources.query({
      data_source_id: seeded.everyType.dataSource,
      filter_properties: ['ppl1'],
    });
    expect(JSON.stringify(results[0])).not.toContain('Ann Lee');
  });

  it('refuses wrong cursors, sizes and filters', async () => {
    const refusal = { code: APIErrorCode.ValidationError, status: 400 };
    await expect(query({ start_cursor: 'nope' })).rejects.toMatchObject({
      ...refusal,
      message: 'The start_cursor provided is invalid: nope',
    });
    const { next_cursor } = await query({ page_size: 10 });
    const elsewhere = notion.dataSources.query({
      data_source_id: seeded.tasks.dataSource,
      start_cursor: next_cursor,
    });
    await expect(elsewhere).rejects.toMatchObject(refusal);
    await expect(query({ page_size: 101 })).rejects.toMatchObject({
      message: 'body failed validation: body.page_size should be ≤ `100` or `undefined`, instead was `101`.',
    });
    await expect(query({ filter: { property: 'Gone', checkbox: { equals: true } } })).rejects.toMatchObject({
      message: 'Could not find property with name or id: Gone',
    });
    const body = { filter: { property: 'object', value: 'database' } };
    const database = notion.request({ path: 'search', method: 'post', body });
    await expect(database).rejects.toMatchObject(refusal);
  });

  it('limits the calls of a second', async () => {
    emulator.limits = { perSecond: 2, retryAfterSeconds: 1 };
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => query({ page_size: 1 })));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBe(emulator.rateLimited);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.reason).toMatchObject({
      code: APIErrorCode.RateLimited,
      status: 429,
      additional_data: { rate_limit_reason: 'connection' },
    });
  });

  it('says how long to wait, and the client does', async () => {
    emulator.api.addFault({ ...notionFaults.rateLimit, times: 1 });
    await new Client({ ...workspace.connection, retry: { maxRetries: 2 } }).search({});
    const [first, second] = emulator.api.calls;
    expect([first?.status, second?.status]).toEqual([429, 200]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ['overload', APIErrorCode.ServiceOverload, 529],
    ['serverError', APIErrorCode.InternalServerError, 500],
    ['unavailable', APIErrorCode.ServiceUnavailable, 503],
    ['gatewayTimeout', APIErrorCode.GatewayTimeout, 504],
    ['conflict', APIErrorCode.ConflictError, 409],
    ['unauthorized', APIErrorCode.Unauthorized, 401],
    ['restricted', APIErrorCode.RestrictedResource, 403],
    ['longRateLimit', APIErrorCode.RateLimited, 429],
  ] as const)('has the fault %s', async (name, code, status) => {
    emulator.api.addFault({ ...notionFaults[name], times: 1 });
    await expect(query()).rejects.toMatchObject({
      code,
      status,
      request_id: expect.stringMatching(/^.{36}$/),
    });
    expect(await query()).toMatchObject({ object: 'list' });
  });

  it('has faults of the edge and of the wire', async () => {
    emulator.api.addFault({ ...notionFaults.cloudflareBlocked, times: 1 });
    await expect(query()).rejects.toSatisfy(
      (error) =>
        UnknownHTTPResponseError.isUnknownHTTPResponseError(error) && error.message.includes('edge proxy'),
    );
    for (const name of ['reset', 'cutOff', 'truncated'] as const) {
      emulator.api.addFault({ ...notionFaults[name], times: 1 });
      await expect(query()).rejects.toThrow();
    }
    emulator.api.addFault({ ...notionFaults.badCursor, times: 1 });
    const rows = collectPaginatedAPI(notion.dataSources.query, {
      data_source_id: seeded.projects.dataSource,
    });
    await expect(rows).rejects.toMatchObject({ code: APIErrorCode.ValidationError });
  });
});

describe('other versions', () => {
  it('has schema and rows on the database in 2022-06-28', async () => {
    const old = new Client({ ...workspace.connection, notionVersion: '2022-06-28' });
    const path = `databases/${seeded.projects.database}`;
    const database = await old.request<Record<string, object>>({ path, method: 'get' });
    expect(database['properties']).toHaveProperty('Budget.number.format', 'dollar');
    expect(database['properties']).not.toHaveProperty('Tasks.relation.data_source_id');
    const rows = await old.request({ path: `${path}/query`, method: 'post', body: { page_size: 5 } });
    expect(rows).toMatchObject({ results: { length: 5 }, has_more: true, type: 'page_or_database' });
    const body = { filter: { property: 'object', value: 'database' } };
    const found = await old.request<{ results: unknown[] }>({ path: 'search', method: 'post', body });
    expect(found.results).toHaveLength(3);
  });

  it('refuses several data sources and newer addresses in 2022-06-28', async () => {
    const old = new Client({ ...workspace.connection, notionVersion: '2022-06-28' });
    const path = `databases/${seeded.directory.database}/query`;
    await expect(old.request({ path, method: 'post' })).rejects.toMatchObject({
      code: APIErrorCode.ValidationError,
      additional_data: {
        error_type: 'multiple_data_sources_for_database',
        child_data_source_ids: seeded.directory.dataSources,
        minimum_api_version: '2025-09-03',
      },
    });
    await expect(
      old.dataSources.retrieve({ data_source_id: seeded.projects.dataSource }),
    ).rejects.toMatchObject({ code: APIErrorCode.InvalidRequestURL });
    await expect(notion.request({ path, method: 'post' })).rejects.toMatchObject({
      code: APIErrorCode.InvalidRequestURL,
    });
  });

  it('says in_trash alone in 2026-03-11', async () => {
    const newest = new Client({ ...workspace.connection, notionVersion: '2026-03-11' });
    const source = await newest.dataSources.retrieve({ data_source_id: seeded.projects.dataSource });
    expect(source).not.toHaveProperty('archived');
    expect(source).toHaveProperty('in_trash', false);
  });
});
