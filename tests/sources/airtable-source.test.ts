/**
 * The Airtable source against the emulated Airtable: what an endpoint reads, what it costs in calls, and what it
 * says when the base has changed or is closed to it (contract 1.3).
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AirtableBase, AirtableTable } from '../../emulators/airtable/airtable-data.ts';
import { type AirtableEmulator, startAirtableEmulator } from '../../emulators/airtable/airtable-emulator.ts';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import {
  emptyBase,
  fillTable,
  type SeededAirtable,
  seedAirtable,
} from '../../emulators/airtable/airtable-seed.ts';
import { type CallPlatform, PlatformRefusal } from '../../src/platform/platform-request.ts';
import { airtable } from '../../src/sources/airtable/source.ts';
import { type Chosen, ReadAgain } from '../../src/sources/source.ts';
import type { Cell, Table } from '../../src/table/table.ts';
import { noUpload } from '../support/no-upload.ts';

let emulator: AirtableEmulator;
let seeded: SeededAirtable;
let token: string;

beforeEach(async () => {
  emulator = await startAirtableEmulator();
  emulator.limits = { perBase: null, perUser: null, penaltyMs: 0 };
  seeded = seedAirtable(emulator);
  token = emulator.addPersonalToken();
});

afterEach(() => emulator.close());

const refusalSchema = z.object({
  error: z.union([z.string(), z.object({ type: z.string(), message: z.string().default('') })]),
});

const call: CallPlatform = async ({ method = 'GET', path, json }) => {
  const response = await fetch(emulator.api.origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const answer: unknown = await response.json();
  if (response.ok) return { status: response.status, headers: {}, json: answer };
  const { error } = refusalSchema.parse(answer);
  if (typeof error === 'string') throw new PlatformRefusal(response.status, error, '');
  throw new PlatformRefusal(response.status, error.type, error.message);
};

const choose = (choice: Record<string, string>, fields: string[] | null = null): Promise<Chosen> =>
  airtable.choice.choose({ choice, fields, call });

const fetchTable = ({ settings, fields }: Chosen, more: { allFields?: boolean; maxRows?: number } = {}) =>
  airtable.fetch({ settings, fields, openUpload: noUpload, call, allFields: false, ...more });

async function recordsOf(table: Table): Promise<Record<string, Cell>[]> {
  const records: Record<string, Cell>[] = [];
  for await (const batch of table.batches) {
    for (const row of batch) {
      records.push(Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index] ?? null])));
    }
  }
  return records;
}

const read = async (...request: Parameters<typeof fetchTable>) => recordsOf(await fetchTable(...request));

function tableOf(id: string): AirtableTable {
  const table = emulator.bases.flatMap(({ tables }) => tables).find((candidate) => candidate.id === id);
  if (!table) throw new Error(`no table ${id}`);
  return table;
}

function demoBase(): AirtableBase {
  const [base] = emulator.bases;
  if (!base) throw new Error('no base');
  return base;
}

/** What the calls since then were for. */
function callsSince(start: number): string[] {
  return emulator.api.calls.slice(start).map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

describe('reading a table', () => {
  it('brings all rows and fields, in one call for the structure and one a page', async () => {
    const base = emptyBase('Large');
    emulator.bases.push(base);
    const table = fillTable(base, { name: 'Things', rows: 1234 });
    const chosen = await choose({ base: base.id, table: 'Things' });
    const start = emulator.api.calls.length;
    const rows = await read(chosen);
    expect(rows.length).toBe(1234);
    expect(rows[7]).toEqual({
      Name: 'Things 7',
      Amount: 54.33,
      Pieces: 7,
      Day: '2026-08-17',
      Level: 'middle',
      Done: false,
      Note: 'Note on row 7, "quoted"',
    });
    expect(rows[5]?.['Note']).toBeNull();
    const listed = `GET /v0/${base.id}/${table.id}`;
    expect(callsSince(start)).toEqual([`GET /v0/meta/bases/${base.id}/tables`, ...Array(13).fill(listed)]);
  });

  it('resolves linked records in bulk', async () => {
    const base = emptyBase('Linked');
    emulator.bases.push(base);
    const into = fillTable(base, { name: 'Parts', rows: 1000 });
    const table = fillTable(base, { name: 'Things', rows: 5000, links: { into, fields: 3 } });
    const chosen = await choose({ base: base.id, table: table.id });
    const start = emulator.api.calls.length;
    const rows = await read(chosen);
    expect(rows[0]).toMatchObject({ 'Link 1': [] });
    expect(rows[3]?.['Link 1']).toEqual(
      [39, 40, 41].map((index) => ({ id: into.records[index]?.id, name: `Parts ${index}` })),
    );
    expect(JSON.stringify(rows)).not.toContain('"name":""');
    expect(callsSince(start).filter((line) => line.includes(into.id)).length).toBeLessThanOrEqual(10);
    expect(callsSince(start).filter((line) => line.includes(table.id)).length).toBe(50);
  });

  it('keeps the order of a view and publishes only what it shows', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders', view: 'Open, newest first' });
    const table = await fetchTable(chosen);
    expect(table.columns).toEqual([
      { name: 'Order', type: 'string' },
      { name: 'Date', type: 'string' },
      { name: 'Status', type: 'string' },
      { name: 'Customer', type: 'json' },
      { name: 'Products', type: 'json' },
      { name: 'Total', type: 'number' },
    ]);
    const rows = await recordsOf(table);
    const view = tableOf(seeded.tables.orders).views.find(({ id }) => id === seeded.views.openOrders);
    expect(rows.length).toBe(view?.recordIds?.length);
    expect(rows.map((row) => row['Date'])).toEqual(
      rows
        .map((row) => row['Date'])
        .sort()
        .reverse(),
    );
    expect(rows.every((row) => row['Status'] !== 'Shipped')).toBe(true);
  });

  it('brings the selected fields in the order of the selection', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' }, ['Paid', 'Order']);
    const [first] = await read(chosen);
    expect(Object.entries(first ?? {})).toEqual([
      ['Paid', true],
      ['Order', 'ORD-00001'],
    ]);
    expect(Object.keys((await read(chosen, { allFields: true }))[0] ?? {}).length).toBe(8);
  });

  it('reads no more than a sample needs', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' });
    const start = emulator.api.calls.length;
    expect((await read(chosen, { maxRows: 10 })).length).toBe(10);
    expect(callsSince(start).length).toBe(4);
    expect(emulator.api.calls.at(start + 1)?.url).toContain('maxRecords=10');
  });

  it('brings fields that were added later, unless fields were selected', async () => {
    const all = await choose({ base: seeded.base, table: 'Customers' });
    const some = await choose({ base: seeded.base, table: 'Customers' }, ['Name']);
    tableOf(seeded.tables.customers).fields.push({ id: 'fldLater000000001', name: 'Later', type: 'number' });
    expect((await read(all))[0]).toMatchObject({ Later: null });
    expect(Object.keys((await read(some))[0] ?? {})).toEqual(['Name']);
  });

  it('reads every field type', async () => {
    const table = await fetchTable(await choose({ base: seeded.base, table: 'Every field type' }));
    const [filled, empty, awkward] = await recordsOf(table);
    expect(table.columns.map(({ name }) => name)).not.toContain('Manual order');
    expect(filled).toMatchObject({
      'AI text': 'A strong bolt.',
      Checkbox: true,
      'Broken formula': '#ERROR!',
      'Of the future': { layers: [1, 2] },
      Linked: [{ name: 'Lamp, oak' }, { name: 'Desk, oak' }],
    });
    const kept = Object.entries(empty ?? {}).filter(([, cell]) => cell !== null);
    expect(Object.fromEntries(kept)).toEqual({ Checkbox: false, Linked: [] });
    expect(awkward).toMatchObject({
      Formula: '#ERROR!',
      Rollup: null,
      Lookup: ['#ERROR!'],
      Number: 0,
      'Of the future': 'flat',
      Linked: [{ id: 'recGone0000000001', name: '' }],
    });
  });

  it('reads more fields than an address can name', async () => {
    const table = tableOf(seeded.tables.customers);
    for (let n = 0; n < 500; n += 1) {
      table.fields.push({ id: `fldMore${String(n).padStart(10, '0')}`, name: `More ${n}`, type: 'number' });
    }
    const chosen = await choose({ base: seeded.base, table: 'Customers' });
    const start = emulator.api.calls.length;
    expect(Object.keys((await read(chosen))[0] ?? {}).length).toBe(504);
    expect(callsSince(start).at(-1)).toBe(`POST /v0/${seeded.base}/${table.id}/listRecords`);
  });
});

describe('a base that has changed', () => {
  const orders = (fields: string[] | null = null) => choose({ base: seeded.base, table: 'Orders' }, fields);
  const field = (name: string) => {
    const found = tableOf(seeded.tables.orders).fields.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`no field ${name}`);
    return found;
  };
  const changed = (data: string) => ({ key: 'structureChanged', status: 409, data });

  it('is refused when a field that is exported was renamed', async () => {
    const [all, some] = [await orders(), await orders(['Order', 'Date'])];
    field('Total').name = 'Sum';
    await expect(read(all)).rejects.toMatchObject(changed('The field "Total" is now called "Sum".'));
    expect((await read(some)).length).toBe(250);
    expect((await read(all, { allFields: true }))[0]).toHaveProperty('Sum');
  });

  it('is refused when one was deleted or retyped', async () => {
    const chosen = await orders(['Order', 'Date', 'Paid']);
    field('Date').type = 'singleLineText';
    const { fields } = tableOf(seeded.tables.orders);
    fields.splice(fields.indexOf(field('Paid')), 1);
    const data = 'The field "Date" was of type date and is now singleLineText. The field "Paid" was deleted.';
    await expect(read(chosen)).rejects.toMatchObject(changed(data));
  });

  it('is refused when the result of a formula changed its type', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Every field type' }, ['Formula']);
    const formula = tableOf(seeded.tables.everyFieldType).fields.find(({ name }) => name === 'Formula');
    if (formula) formula.options = { ...formula.options, result: { type: 'singleLineText' } };
    const data = 'The field "Formula" was of type formula (number) and is now formula (singleLineText).';
    await expect(read(chosen)).rejects.toMatchObject(changed(data));
  });

  it('is refused when the view or the table is gone, not when it was renamed', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders', view: 'Open, newest first' });
    const table = tableOf(seeded.tables.orders);
    table.name = 'Sales';
    for (const view of table.views) view.name += ' (new)';
    expect((await read(chosen)).length).toBeGreaterThan(0);
    table.views.pop();
    await expect(read(chosen)).rejects.toMatchObject(changed('The view "Open, newest first" was deleted.'));
    demoBase().tables.splice(demoBase().tables.indexOf(table), 1);
    const data = 'The table "Orders" was deleted, or the connection may no longer read it.';
    await expect(read(chosen)).rejects.toMatchObject(changed(data));
  });

  it('is refused when that happens while it is read', async () => {
    const table = tableOf(seeded.tables.orders);
    const chosen = await choose({ base: seeded.base, table: 'Orders', view: 'Grid view' });
    const [withoutField, withoutView, withoutTable] = [
      await fetchTable(chosen),
      await fetchTable(chosen),
      await fetchTable(chosen),
    ];
    const { fields, views } = table;
    table.fields = fields.filter(({ name }) => name !== 'Paid');
    await expect(recordsOf(withoutField)).rejects.toMatchObject(changed('The field "Paid" was deleted.'));
    Object.assign(table, { fields, views: views.slice(1) });
    await expect(recordsOf(withoutView)).rejects.toMatchObject(changed('The view "Grid view" was deleted.'));
    demoBase().tables.splice(demoBase().tables.indexOf(table), 1);
    const data = 'The table "Orders" was deleted, or the connection may no longer read it.';
    await expect(recordsOf(withoutTable)).rejects.toMatchObject(changed(data));
  });
});

describe('a base that is closed to the connection', () => {
  it('is refused when it was taken from the token', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' });
    const table = await fetchTable(chosen);
    token = emulator.addPersonalToken({ bases: [] });
    const refused = {
      key: 'platformRefused',
      status: 423,
      data: expect.stringContaining('added to the token'),
    };
    await expect(read(chosen)).rejects.toMatchObject(refused);
    await expect(recordsOf(table)).rejects.toMatchObject(refused);
  });

  it.each(['schema.bases:read', 'data.records:read'])('names the scope %s that is missing', async (scope) => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' });
    const scopes = ['schema.bases:read', 'data.records:read'].filter((other) => other !== scope);
    token = emulator.addPersonalToken({ scopes });
    const data = expect.stringContaining(scope);
    await expect(read(chosen)).rejects.toMatchObject({ key: 'platformRefused', data });
  });

  it('gives empty names when only a linked table may not be read', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' }, ['Customer', 'Products']);
    const { status, body } = { status: 403, body: { error: { type: 'INVALID_PERMISSIONS' } } };
    emulator.api.addFault({ on: seeded.tables.customers, act: { kind: 'answer', status, body } });
    const rows = await read(chosen);
    expect(rows[5]).toMatchObject({ Customer: [{ name: '' }], Products: [{ name: 'Lamp, walnut' }] });
  });
});

describe('a list that Airtable loses', () => {
  it('is to be read again', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' });
    emulator.api.addFault(airtableFaults.iteratorLost);
    await expect(read(chosen)).rejects.toBeInstanceOf(ReadAgain);
    expect((await read(chosen)).length).toBe(250);
  });

  it('is not given in part when an answer is broken', async () => {
    const chosen = await choose({ base: seeded.base, table: 'Orders' });
    const act = { kind: 'answer', status: 200, body: { records: 'none' } } as const;
    emulator.api.addFault({ on: 'offset=', act });
    await expect(read(chosen)).rejects.toMatchObject({ key: 'sourceUnavailable', status: 500 });
  });
});
