/**
 * The emulated Airtable with Airtable's own JavaScript client: all pages of a table, views, fields, order, filters,
 * and the errors that the client throws.
 */
import Airtable from 'airtable';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AirtableTable } from './airtable-data.ts';
import { type AirtableEmulator, startAirtableEmulator } from './airtable-emulator.ts';
import { type SeededAirtable, seedAirtable } from './airtable-seed.ts';

let emulator: AirtableEmulator;
let seeded: SeededAirtable;
let token: string;

beforeAll(async () => {
  emulator = await startAirtableEmulator();
  seeded = seedAirtable(emulator);
  token = emulator.addPersonalToken();
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.limits = { perBase: null, perUser: null, penaltyMs: 30_000 };
  emulator.billingLimitExceeded = false;
  emulator.api.clearFaults();
  emulator.api.calls.length = 0;
});

function base(options: { apiKey?: string; id?: string } = {}) {
  const client = new Airtable({
    apiKey: options.apiKey ?? token,
    endpointUrl: emulator.api.origin,
    noRetryIfRateLimited: true,
  });
  return client.base(options.id ?? seeded.base);
}

function table(id: string): AirtableTable {
  const found = emulator.bases.flatMap(({ tables }) => tables).find((one) => one.id === id);
  if (!found) throw new Error(`no table ${id}`);
  return found;
}

const orders = (options: Airtable.SelectOptions<Airtable.FieldSet> = {}) =>
  base()(seeded.tables.orders).select(options).all();

async function refusal(promise: Promise<unknown>): Promise<{ error: string; statusCode: number }> {
  try {
    await promise;
  } catch (error) {
    expect(error).toBeInstanceOf(Airtable.Error);
    return Object.assign({ error: '', statusCode: 0 }, error);
  }
  throw new Error('was not refused');
}

describe('reading with the official client', () => {
  it('reads all pages, by table id and by table name', async () => {
    const records = await orders();
    expect(records.map(({ id }) => id)).toEqual(table(seeded.tables.orders).records.map(({ id }) => id));
    expect(emulator.api.calls).toHaveLength(3);
    const byName = await base()('Orders').select().all();
    expect(byName.map(({ fields }) => fields)).toEqual(records.map(({ fields }) => fields));
  });

  it('leaves out empty cells, and gives links as ids', async () => {
    const [first, second] = await orders({ maxRecords: 2 });
    expect(first?.fields).toEqual({
      Order: 'ORD-00001',
      Date: '2026-01-01',
      Status: 'New',
      Customer: ['recCustomers00000'],
      Total: 0,
      Paid: true,
      Note: 'Ring twice.\nLeave it with "Mr. B".',
    });
    expect(Object.keys(second?.fields ?? {})).not.toContain('Note');
    expect(second?.get('Products')).toEqual(['recProducts000003']);
  });

  it('follows the rows and the order of a view, by name and by id, hidden fields included', async () => {
    const [, open] = table(seeded.tables.orders).views;
    const records = await orders({ view: 'Open, newest first' });
    expect(records.map(({ id }) => id)).toEqual(open?.recordIds);
    expect(records.length).toBeLessThan(250);
    expect(records.some(({ fields }) => 'Note' in fields)).toBe(true);
    expect((await orders({ view: seeded.views.openOrders })).map(({ id }) => id)).toEqual(open?.recordIds);
  });

  it('gives only the fields asked for, by name or id', async () => {
    const total = table(seeded.tables.orders).fields.find(({ name }) => name === 'Total');
    const records = await orders({ fields: ['Order', total?.id ?? ''], maxRecords: 5 });
    expect(Object.keys(records[1]?.fields ?? {})).toEqual(['Order', 'Total']);
  });

  it('counts maxRecords over all pages', async () => {
    const sizes: number[] = [];
    const query = base()(seeded.tables.orders).select({ pageSize: 10, maxRecords: 25 });
    await query.eachPage((records, next) => {
      sizes.push(records.length);
      next();
    });
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('sorts by several fields, choices in the order of the field', async () => {
    const records = await orders({
      sort: [{ field: 'Status' }, { field: 'Date', direction: 'desc' }],
      view: 'Open, newest first',
    });
    const states = ['New', 'Packed', 'Shipped', 'Returned'];
    const keys = records.map((record) => [states.indexOf(String(record.get('Status'))), record.get('Date')]);
    for (const [index, [state, date]] of keys.entries()) {
      const [before, earlier] = keys[index - 1] ?? [state, date];
      expect(Number(before)).toBeLessThanOrEqual(Number(state));
      if (before === state) expect(String(earlier) >= String(date)).toBe(true);
    }
  });

  it('filters by formula', async () => {
    const shipped = await orders({ filterByFormula: "{Status}='Shipped'" });
    expect(shipped.length).toBeGreaterThan(0);
    expect(new Set(shipped.map((record) => record.get('Status')))).toEqual(new Set(['Shipped']));
    const ids = ['recOrders00000007', 'recOrders00000003'];
    const formula = `OR(${ids.map((id) => `RECORD_ID()='${id}'`).join(',')})`;
    const found = await orders({ filterByFormula: formula });
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await orders({ filterByFormula: "RECORD_ID()='recOrders00000007'" })).toHaveLength(1);
  });

  it('takes a long query by POST', async () => {
    const ids = table(seeded.tables.orders).records.map(({ id }) => id);
    const repeated = [...ids, ...ids, ...ids].map((id) => `RECORD_ID()='${id}'`).join(',');
    expect(await orders({ filterByFormula: `OR(${repeated})` })).toHaveLength(250);
    expect(emulator.api.calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
  });

  it('gives cells as texts, by GET and by POST', async () => {
    const options = { cellFormat: 'string', timeZone: 'UTC', userLocale: 'en-us', maxRecords: 2 } as const;
    const [, second] = await orders(options);
    expect(second?.fields).toEqual({
      Order: 'ORD-00002',
      Date: '2026-02-07',
      Status: 'Packed',
      Customer: "O'Neil & Co., Aachen",
      Products: 'Shelf, oak',
      Total: '€56.50',
      Paid: 'checked',
    });
    const posted = await orders({ ...options, method: 'post' });
    expect(posted[1]?.fields).toEqual(second?.fields);
  });

  it('keys fields by id, even when a GET says false', async () => {
    const [record] = await orders({ returnFieldsByFieldId: false, maxRecords: 1 });
    expect(Object.keys(record?.fields ?? {})[0]).toBe('fldOrders00000000');
    const [posted] = await orders({ returnFieldsByFieldId: false, maxRecords: 1, method: 'post' });
    expect(Object.keys(posted?.fields ?? {})[0]).toBe('Order');
  });

  it('finds a single record', async () => {
    const record = await base()(seeded.tables.orders).find('recOrders00000042');
    expect(record.get('Order')).toBe('ORD-00043');
  });
});

describe('refusals with the official client', () => {
  it('422 for an unknown field, view, formula, page size', async () => {
    expect(await refusal(orders({ fields: ['Gone'] }))).toMatchObject({
      statusCode: 422,
      error: 'UNKNOWN_FIELD_NAME',
      message: 'Unknown field name: "Gone"',
    });
    expect(await refusal(orders({ view: 'Gone view' }))).toMatchObject({
      statusCode: 422,
      error: 'VIEW_NAME_NOT_FOUND',
      message: 'View Gone view not found',
    });
    for (const formula of ['SUM({Total})', "{Gone}='a'", "{Order}=='a'", "OR({Order}='a'", '"a'])
      expect(await refusal(orders({ filterByFormula: formula }))).toMatchObject({
        statusCode: 422,
        error: 'INVALID_FILTER_BY_FORMULA',
      });
    expect(await refusal(orders({ pageSize: 101 }))).toMatchObject({
      statusCode: 422,
      error: 'INVALID_REQUEST_UNKNOWN',
    });
  });

  it('401 for an unknown token', async () => {
    const query = base({ apiKey: 'patUnknown' })(seeded.tables.orders).select();
    expect(await refusal(query.all())).toMatchObject({ statusCode: 401, error: 'AUTHENTICATION_REQUIRED' });
  });

  it('403 for an unknown table or base, 404 for a malformed base', async () => {
    expect(await refusal(base()('Gone').select().all())).toMatchObject({ statusCode: 403 });
    expect(await refusal(base({ id: 'appGone0000000001' })('Orders').select().all())).toMatchObject({
      statusCode: 403,
      error: 'NOT_AUTHORIZED',
    });
    expect(await refusal(base({ id: 'nonsense' })('Orders').select().all())).toMatchObject({
      statusCode: 404,
      error: 'NOT_FOUND',
    });
  });

  it('429 over the limit of a base', async () => {
    emulator.limits = { perBase: 2, perUser: null, penaltyMs: 50 };
    expect(await refusal(orders())).toMatchObject({ statusCode: 429, error: 'TOO_MANY_REQUESTS' });
    expect(emulator.api.calls.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('422 without a message when the iterator is lost', async () => {
    const query = base()(seeded.tables.orders).select();
    const reading = new Promise((resolve, reject) => {
      query.eachPage(
        (_, next) => {
          emulator.expireIterators();
          next();
        },
        (error) => (error ? reject(error) : resolve(undefined)),
      );
    });
    expect(await refusal(reading)).toMatchObject({
      statusCode: 422,
      error: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE',
    });
  });
});
