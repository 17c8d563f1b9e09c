import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listPage, notionStandIn, pageRow } from '../../../tests/sources/notion-stand-in.ts';
import { noUpload } from '../../../tests/support/no-upload.ts';
import { PlatformRefusal } from '../../platform-request.ts';
import { notion } from './source.ts';

type Answer = Parameters<typeof notionStandIn>[0][string];

/** Endless rows, a page each, that all relate to pages of another data source. */
function relatedRows(routes: { rows?: Answer; names: Answer }) {
  let count = 0;
  const row = () => {
    count += 1;
    const link = { id: 'rel', type: 'relation', relation: [{ id: 'nowhere' }] };
    return listPage([pageRow(`row-${count}`, '2026-01-01', { Link: link })], `after-${count}`);
  };
  const schema = {
    Link: { id: 'rel', name: 'Link', type: 'relation', relation: { data_source_id: 'names' } },
  };
  const { call, calls } = notionStandIn({
    'GET /v1/data_sources/rows': () => ({ id: 'rows', properties: schema }),
    'POST /v1/data_sources/rows/query': (wanted) => routes.rows?.(wanted) ?? row(),
    'POST /v1/data_sources/names/query': routes.names,
  });
  const read = async () => {
    const settings = { database: '', dataSource: 'rows', fields: [] };
    const table = await notion.fetch({
      settings,
      fields: null,
      allFields: false,
      openUpload: noUpload,
      call,
    });
    return table.batches[Symbol.asyncIterator]();
  };
  const asked = (name: string): number => calls.filter(({ path }) => path.includes(`/${name}/query`)).length;
  return { read, asked };
}

describe('while names are on their way', () => {
  it('only some pages of rows wait for them', async () => {
    const names = Promise.withResolvers<unknown>();
    const { read, asked } = relatedRows({ names: () => names.promise });
    const batches = await read();
    const first = batches.next();
    await expect.poll(() => asked('rows')).toBeGreaterThan(5);
    await delay(50);
    expect(asked('rows')).toBeLessThanOrEqual(13);
    names.resolve(listPage([]));
    expect(await first).toEqual({ done: false, value: [[[{ id: 'nowhere', name: '' }]]] });
    await batches.return?.();
  });

  it('a failure of the rows ends the reading of names too', async () => {
    let count = 0;
    const { read, asked } = relatedRows({
      rows: ({ json }) => {
        if (JSON.stringify(json).includes('after-3')) throw new PlatformRefusal(418, '', 'no');
        return undefined;
      },
      names: async () => {
        await delay(2);
        count += 1;
        return listPage([pageRow(`other-${count}`, '2026-01-01')], `next-${count}`);
      },
    });
    await expect((await read()).next()).rejects.toMatchObject({ key: 'sourceUnavailable' });
    await delay(20);
    const before = asked('names');
    await delay(50);
    expect(asked('names')).toBe(before);
  });
});
