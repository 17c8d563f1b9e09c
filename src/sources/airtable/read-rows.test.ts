import { describe, expect, it } from 'vitest';
import { type PlatformCall, PlatformRefusal } from '../../platform/platform-request.ts';
import type { Row } from '../../table/table.ts';
import { readRows } from './read-rows.ts';
import { type BaseTable, fieldShape } from './schema.ts';

const pageSize = 100;
const link = (id: string) =>
  fieldShape.parse({ id, name: id, type: 'multipleRecordLinks', options: { linkedTableId: 'tblLinked' } });
const text = fieldShape.parse({ id: 'fldText', name: 'Text', type: 'singleLineText' });

const table = (id: string, primaryFieldId: string): BaseTable => ({
  id,
  name: id,
  primaryFieldId,
  fields: [],
  views: [],
});
const main = table('tblMain', 'fldText');
const tables = [main, table('tblLinked', 'fldName')];

type MakeRecord = (n: number) => { id: string; fields: object };
const linked: MakeRecord = (n) => ({ id: `recL${n}`, fields: { fldName: `Name ${n}` } });

/** Two tables of so many rows, read in pages, and the linked one by id, too. */
function airtableOf(mainRows: number, record: MakeRecord, linkedRows: number) {
  const calls: PlatformCall[] = [];
  const call = async (asked: PlatformCall) => {
    calls.push(asked);
    await new Promise(setImmediate);
    const { pathname, searchParams } = new URL(asked.path, 'http://airtable');
    const [rows, make] = pathname.includes('tblMain') ? [mainRows, record] : [linkedRows, linked];
    if (asked.method === 'POST') {
      const asks = JSON.stringify(asked.json).matchAll(/'recL(\d+)'/g);
      return { status: 200, headers: {}, json: { records: [...asks].map(([, n]) => linked(Number(n))) } };
    }
    const start = Number(searchParams.get('offset') ?? 0);
    const end = Math.min(start + pageSize, rows);
    const records = Array.from({ length: end - start }, (_, n) => make(start + n));
    return { status: 200, headers: {}, json: { records, ...(end < rows && { offset: String(end) }) } };
  };
  const further = () => calls.filter(({ path }) => path.includes('tblLinked')).length;
  return { calls, call, further };
}

async function rowsOf(call: Parameters<typeof readRows>[0], fields: BaseTable['fields']): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of readRows(call, { base: 'appA', table: main, tables, fields }))
    rows.push(...batch);
  return rows;
}

describe('readRows', () => {
  it('has the next page under way while one is used, and makes one call a page', async () => {
    const { call, calls } = airtableOf(450, (n) => ({ id: `rec${n}`, fields: { fldText: `Row ${n}` } }), 0);
    const underWay: number[] = [];
    for await (const batch of readRows(call, { base: 'appA', table: main, tables, fields: [text] })) {
      underWay.push(calls.length);
      expect(batch[0]).toEqual([`Row ${(underWay.length - 1) * pageSize}`]);
    }
    expect(underWay).toEqual([3, 4, 5, 5, 5]);
  });

  const fields = [link('fldA'), link('fldB'), link('fldC')];
  const spreads: Record<string, (n: number, field: number) => number> = {
    'one after the other': (n, field) => (n + field) % 1000,
    'at random': (n, field) => (n * 7919 + field * 104_729 + ((n * n) % 613)) % 1000,
    'in long runs': (n) => Math.floor(n / 5),
    'in long runs, backwards': (n) => 999 - Math.floor(n / 5),
    'mostly to a few': (n, field) => Math.floor(1000 * (((n * 7919 + field * 31) % 1000) / 1000) ** 6),
  };
  it.each(Object.entries(spreads))(
    'takes 10 further calls at most for three fields into 1,000 rows, linked %s',
    async (_, target) => {
      const record = (n: number) => ({
        id: `rec${n}`,
        fields: Object.fromEntries(fields.map(({ id }, field) => [id, [`recL${target(n, field)}`]])),
      });
      const { call, calls, further } = airtableOf(5000, record, 1000);
      const rows = await rowsOf(call, fields);
      expect(rows.length).toBe(5000);
      const expected = (n: number, field: number) => [
        { id: `recL${target(n, field)}`, name: `Name ${target(n, field)}` },
      ];
      expect(rows).toEqual(rows.map((_row, n) => fields.map((_field, field) => expected(n, field))));
      expect(further()).toBeLessThanOrEqual(10);
      expect(calls.length - further()).toBe(50);
    },
  );

  it('gives empty names to records of a table that the connection cannot see', async () => {
    const { call, further } = airtableOf(3, (n) => ({ id: `rec${n}`, fields: { fldA: ['recX'] } }), 0);
    const [first] = await rowsOf(call, [
      fieldShape.parse({ ...link('fldA'), options: { linkedTableId: 'tblHidden' } }),
    ]);
    expect(first).toEqual([[{ id: 'recX', name: '' }]]);
    expect(further()).toBe(0);
  });

  it('leaves no failure unmet when it is stopped early', async () => {
    const { call } = airtableOf(1000, (n) => ({ id: `rec${n}`, fields: {} }), 0);
    const failing = async (asked: PlatformCall) => {
      if (asked.path.includes('offset')) throw new PlatformRefusal(422, 'UNKNOWN_FIELD_NAME', '');
      return call(asked);
    };
    for await (const batch of readRows(failing, { base: 'appA', table: main, tables, fields: [text] })) {
      expect(batch.length).toBe(pageSize);
      break;
    }
    await new Promise(setImmediate);
  });
});
