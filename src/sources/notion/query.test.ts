import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listPage, notionStandIn, pageRow } from '../../../tests/sources/notion-stand-in.ts';
import type { PlatformCall } from '../../platform/platform-request.ts';
import { queryRows, type RowQuery } from './query.ts';

const everything: RowQuery = { dataSource: 'ds', properties: null, ahead: false };
const incomplete = {
  request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' },
};

interface Made {
  readonly id: string;
  readonly at: string;
}

const bodyShape = z.object({
  page_size: z.number(),
  start_cursor: z.string().optional(),
  filter: z.object({ created_time: z.object({ on_or_after: z.string() }) }).optional(),
});

/** Rows in order of creation, `cap` of them to a query. */
function capped(rows: readonly Made[], cap: number, most = 2) {
  return notionStandIn({
    'POST /v1/data_sources/ds/query': ({ json }) => {
      const { page_size, start_cursor, filter } = bodyShape.parse(json);
      const since = filter?.created_time.on_or_after ?? '';
      const matching = rows.filter(({ at }) => at >= since);
      const start = Number(start_cursor ?? 0);
      const end = Math.min(start + Math.min(page_size, most), cap);
      const next = end < Math.min(cap, matching.length) ? String(end) : null;
      const page = listPage(
        matching.slice(start, end).map(({ id, at }) => pageRow(id, at)),
        next,
      );
      return { ...page, ...(next === null && matching.length > cap && incomplete) };
    },
  });
}

async function ids(call: ReturnType<typeof notionStandIn>['call'], query = everything): Promise<string[]> {
  return (await Array.fromAsync(queryRows(call, query))).flat().map(({ id }) => id);
}

const minutes = (count: number): Made[] =>
  Array.from({ length: count }, (_, row) => ({ id: `r${row}`, at: `2026-01-01T00:0${Math.floor(row / 3)}` }));

describe('what is asked', () => {
  const asked = async (query: Partial<RowQuery>): Promise<PlatformCall | undefined> => {
    const { call, calls } = capped(minutes(1), 10);
    await ids(call, { ...everything, ...query });
    return calls[0];
  };

  it('is pages only, in order of creation, a hundred at a time', async () => {
    expect(await asked({})).toEqual({
      method: 'POST',
      path: '/v1/data_sources/ds/query',
      json: {
        page_size: 100,
        result_type: 'page',
        sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
      },
      scope: '',
    });
  });

  it('names properties by their id, encoded once however it came', async () => {
    const query = await asked({ properties: ['title', '%3EQQn', '>QQn', '100%'] });
    expect(query?.path).toBe(
      '/v1/data_sources/ds/query?filter_properties=title&filter_properties=%3EQQn&filter_properties=%3EQQn&filter_properties=100%25',
    );
  });

  it('is no more rows than are wanted', async () => {
    const { call, calls } = capped(minutes(9), 100, 100);
    expect(await ids(call, { ...everything, ahead: true, maxRows: 4 })).toEqual(['r0', 'r1', 'r2', 'r3']);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.json).toMatchObject({ page_size: 4 });
  });

  it('goes on past short pages until the wanted rows are there', async () => {
    const { call } = capped(minutes(9), 100, 2);
    expect(await ids(call, { ...everything, maxRows: 3 })).toEqual(['r0', 'r1', 'r2']);
  });
});

describe('more rows than one query returns', () => {
  it('come in windows of creation time, each once', async () => {
    const { call, calls } = capped(minutes(25), 10);
    expect(await ids(call)).toEqual(minutes(25).map(({ id }) => id));
    const windows = calls.map(({ json }) => bodyShape.parse(json).filter?.created_time.on_or_after);
    expect([...new Set(windows)]).toEqual([undefined, '2026-01-01T00:03', '2026-01-01T00:06']);
  });

  it('are noticed by any page of the query, not only the last', async () => {
    const first = { ...listPage([pageRow('a', '2026-01-01T00:00')], 'next'), ...incomplete };
    const { call } = notionStandIn({
      'POST /v1/data_sources/ds/query': ({ json }) => {
        const { start_cursor, filter } = bodyShape.parse(json);
        if (filter) return listPage([pageRow('b', '2026-01-01T00:01'), pageRow('c', '2026-01-01T00:02')]);
        return start_cursor ? listPage([pageRow('b', '2026-01-01T00:01')]) : first;
      },
    });
    expect(await ids(call)).toEqual(['a', 'b', 'c']);
  });

  it('are an error when too many have one creation time', async () => {
    const tied = minutes(25).map(({ id }, row) => ({ id, at: row < 4 ? '2026-01-01' : '2026-01-02' }));
    await expect(ids(capped(tied, 10).call)).rejects.toMatchObject({
      key: 'sourceUnavailable',
      data: expect.stringMatching(/created at the same time/),
    });
  });

  it('are an error when they come out of order', async () => {
    const { call } = capped(minutes(25).reverse(), 10);
    await expect(ids(call)).rejects.toMatchObject({
      key: 'sourceUnavailable',
      data: expect.stringMatching(/order/),
    });
  });

  it('are an error when rows do not say when they were created', async () => {
    const { call } = notionStandIn({
      'POST /v1/data_sources/ds/query': () => ({
        ...listPage([{ object: 'page', id: 'a', properties: {} }]),
        ...incomplete,
      }),
    });
    await expect(ids(call)).rejects.toMatchObject({ key: 'sourceUnavailable' });
  });
});

describe('what stands in a page of results', () => {
  const read = (results: readonly unknown[]) =>
    Array.fromAsync(
      queryRows(
        notionStandIn({ 'POST /v1/data_sources/ds/query': () => listPage(results) }).call,
        everything,
      ),
    );

  it('is a row by the keys of its properties, whatever they are called', async () => {
    const properties = JSON.parse('{"__proto__":{"id":"%3EQQn","type":"number","number":1}}');
    const [[row] = []] = await read([pageRow('a', '2026-01-01', properties)]);
    expect(row?.values.get('>QQn')).toEqual({ type: 'number', value: 1, isCut: false });
  });

  it('may be a data source of a wiki, which is no row', async () => {
    expect(await read([{ object: 'data_source', id: 'child', properties: {} }])).toEqual([]);
  });

  it.each([[null], ['text'], [{ object: 'page', id: 'a' }], [pageRow('a', 'b', { A: { id: 1 } })]])(
    'or is refused when it is broken: %j',
    async (result) => {
      await expect(read([result])).rejects.toMatchObject({ key: 'sourceUnavailable' });
    },
  );
});
