import { describe, expect, it } from 'vitest';
import type { PlatformCall } from '../../platform/platform-request.ts';
import { listCall, openCursor, type RecordList } from './cursor.ts';

const list: RecordList = { base: 'appA', table: 'tblA', fields: ['fldA'] };

/** Answers the pages by their offset; the first has the offset ''. */
function platformOf(pages: Record<string, { ids: string[]; offset?: string }>) {
  const calls: PlatformCall[] = [];
  const call = async (asked: PlatformCall) => {
    calls.push(asked);
    const page = pages[new URL(asked.path, 'http://airtable').searchParams.get('offset') ?? ''];
    const records = page?.ids.map((id) => ({ id, createdTime: '', fields: {} }));
    return { status: 200, headers: {}, json: { records, offset: page?.offset } };
  };
  return { calls, call };
}

async function idsOf(cursor: ReturnType<typeof openCursor>): Promise<string[]> {
  const ids: string[] = [];
  for (let page = await cursor.next(); page; page = await cursor.next())
    ids.push(...page.map(({ id }) => id));
  return ids;
}

describe('openCursor', () => {
  it('reads page after page and asks no more after the last', async () => {
    const { call, calls } = platformOf({ '': { ids: ['a', 'b'], offset: 'x' }, x: { ids: ['c'] } });
    const cursor = openCursor(call, list);
    expect(await idsOf(cursor)).toEqual(['a', 'b', 'c']);
    expect(cursor.isAtEnd).toBe(true);
    expect(calls.length).toBe(2);
  });

  it('drops a record that has moved to a later page', async () => {
    const { call } = platformOf({ '': { ids: ['a', 'b'], offset: 'x' }, x: { ids: ['b', 'c'] } });
    expect(await idsOf(openCursor(call, list))).toEqual(['a', 'b', 'c']);
  });

  it('takes no more rows than are wanted', async () => {
    const { call, calls } = platformOf({ '': { ids: ['a', 'b', 'c'], offset: 'x' }, x: { ids: ['d'] } });
    expect(await idsOf(openCursor(call, { ...list, maxRows: 2 }))).toEqual(['a', 'b']);
    expect(calls.length).toBe(1);
    expect(await idsOf(openCursor(call, { ...list, maxRows: 0 }))).toEqual([]);
    expect(calls.length).toBe(1);
  });

  it('refuses an offset that repeats', async () => {
    const { call, calls } = platformOf({ '': { ids: ['a'], offset: 'x' }, x: { ids: ['b'], offset: 'x' } });
    await expect(idsOf(openCursor(call, list))).rejects.toMatchObject({ key: 'sourceUnavailable' });
    expect(calls.length).toBe(2);
  });

  it('refuses more than 50 pages in a row that bring nothing', async () => {
    const empty = Array.from({ length: 60 }, (_, n) => [
      n === 0 ? '' : `o${n}`,
      { ids: [], offset: `o${n + 1}` },
    ]);
    const { call, calls } = platformOf(Object.fromEntries(empty));
    await expect(idsOf(openCursor(call, list))).rejects.toMatchObject({ key: 'sourceUnavailable' });
    expect(calls.length).toBe(51);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ records: [{ id: 1, fields: {} }] }],
    [{ records: [{ id: 'a', fields: [] }] }],
  ])('refuses an answer of another shape: %j', async (json) => {
    const call = async () => ({ status: 200, headers: {}, json });
    await expect(openCursor(call, list).next()).rejects.toMatchObject({ key: 'sourceUnavailable' });
  });
});

describe('listCall', () => {
  it('asks for fields by id, and for the view', () => {
    const { path, scope, method } = listCall({ ...list, view: 'viwA', fields: ['fldA', 'fldB'] }, 'itr/rec');
    expect({ scope, method }).toEqual({ scope: 'appA', method: undefined });
    const { pathname, searchParams } = new URL(path, 'http://airtable');
    expect(pathname).toBe('/v0/appA/tblA');
    expect([...searchParams].sort()).toEqual([
      ['fields[]', 'fldA'],
      ['fields[]', 'fldB'],
      ['offset', 'itr/rec'],
      ['pageSize', '100'],
      ['returnFieldsByFieldId', 'true'],
      ['view', 'viwA'],
    ]);
  });

  it('asks for few rows by a small page', () => {
    const { searchParams } = new URL(listCall({ ...list, maxRows: 10 }, '').path, 'http://airtable');
    expect([searchParams.get('pageSize'), searchParams.get('maxRecords')]).toEqual(['10', '10']);
    const { searchParams: many } = new URL(listCall({ ...list, maxRows: 250 }, '').path, 'http://airtable');
    expect([many.get('pageSize'), many.get('maxRecords')]).toEqual(['100', '250']);
  });

  it('puts into a body what an address cannot hold', () => {
    const fields = Array.from({ length: 500 }, (_, n) => `fld${String(n).padStart(14, '0')}`);
    expect(listCall({ ...list, fields }, 'itr')).toEqual({
      method: 'POST',
      path: '/v0/appA/tblA/listRecords',
      json: { pageSize: 100, returnFieldsByFieldId: true, offset: 'itr', fields },
      scope: 'appA',
    });
    expect(listCall({ ...list, fields: fields.slice(0, 400) }, '').method).toBeUndefined();
  });

  it('keeps zone and locale in the address of a body', () => {
    expect(listCall({ ...list, asText: true, formula: 'TRUE()' }, '')).toMatchObject({
      method: 'POST',
      path: '/v0/appA/tblA/listRecords?timeZone=UTC&userLocale=en-us',
      json: { cellFormat: 'string', filterByFormula: 'TRUE()', fields: ['fldA'] },
    });
  });
});
