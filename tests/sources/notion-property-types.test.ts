/**
 * Every property type of Notion as an input and the cells it must become, through the whole source: one file
 * per type under `notion/`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notion } from '../../src/sources/notion/source.ts';
import { noUpload } from '../support/no-upload.ts';
import { listPage, notionStandIn, pageRow } from './notion-stand-in.ts';

const folder = join(import.meta.dirname, 'notion');

const fixtureShape = z.object({
  property: z.looseObject({ id: z.string(), name: z.string(), type: z.string() }),
  column: z.object({ type: z.string() }),
  values: z.array(z.unknown()),
  expected: z.array(z.unknown()),
  /** Names of the pages of a related data source by id. */
  related: z.record(z.string(), z.string()).optional(),
});

type Fixture = z.infer<typeof fixtureShape>;

function readFixture(name: string): Fixture {
  return fixtureShape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

function workspace({ property, values, related = {} }: Fixture) {
  const { id, name, type } = property;
  return notionStandIn({
    'GET /v1/data_sources/ds': () => ({ id: 'ds', properties: { [name]: property } }),
    'POST /v1/data_sources/ds/query': () =>
      listPage(
        values.map((value, row) =>
          pageRow(`row-${row}`, '2026-05-01', { [name]: { id, type, [type]: value } }),
        ),
      ),
    'POST /v1/data_sources/dddddddd-0000-4000-8000-000000000001/query': () =>
      listPage(
        Object.entries(related).map(([page, title]) =>
          pageRow(page, '2026-05-01', {
            Name: { id: 'title', type: 'title', title: title ? [{ plain_text: title }] : [] },
          }),
        ),
      ),
  });
}

const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('property types of Notion', () => {
  it.each(names.map((name) => basename(name, '.json')))('%s', async (name) => {
    const fixture = readFixture(`${name}.json`);
    const { call } = workspace(fixture);
    const { id, name: field, type } = fixture.property;
    const table = await notion.fetch({
      settings: { database: 'db', dataSource: 'ds', fields: [{ id, name: field, type }] },
      fields: null,
      allFields: false,
      openUpload: noUpload,
      call,
    });
    const rows = (await Array.fromAsync(table.batches)).flat();
    expect(table.columns).toEqual([{ name: field, ...fixture.column }]);
    expect(rows).toEqual(fixture.expected.map((cell) => [cell]));
  });

  it.each([
    ['number', 'twelve'],
    ['title', [{ plain_text: 5 }]],
    ['select', { id: 'x' }],
    ['date', { end: '2026-05-01' }],
    ['people', ['Ann']],
    ['relation', [{}]],
    ['rollup', 5],
    ['checkbox', 'yes'],
  ])('a broken %s is a source that cannot be read', async (type, value) => {
    const property = { id: 'x', name: 'X', type };
    const { call } = workspace({ property, column: { type: '' }, values: [value], expected: [] });
    const settings = { database: 'db', dataSource: 'ds', fields: [] };
    const table = await notion.fetch({ settings, fields: null, allFields: true, openUpload: noUpload, call });
    await expect(Array.fromAsync(table.batches)).rejects.toMatchObject({ key: 'sourceUnavailable' });
  });
});
