/**
 * Seed data for the emulated Airtable: a demo base, and tables of any number of rows for measurements, whose cells
 * are generated on first read.
 */
import {
  type AirtableBase,
  type AirtableField,
  type AirtableRecord,
  type AirtableTable,
  newAirtableId,
} from './airtable-data.ts';
import { customersTable, ordersTable, productsTable } from './demo-tables.ts';
import { everyFieldType } from './every-field-type.ts';

export interface SeededAirtable {
  readonly base: string;
  readonly tables: {
    readonly orders: string;
    readonly customers: string;
    readonly products: string;
    readonly everyFieldType: string;
  };
  readonly views: { readonly orders: string; readonly openOrders: string };
}

export function seedAirtable({ bases }: { readonly bases: AirtableBase[] }): SeededAirtable {
  const customers = customersTable();
  const products = productsTable();
  const orders = ordersTable(customers, products);
  const every = everyFieldType(products);
  const tables = [orders, customers, products, every];
  const base = { id: 'appDemoWorkshop01', name: 'Demo workshop', permissionLevel: 'create', tables };
  bases.push(base);
  return {
    base: base.id,
    tables: {
      orders: orders.id,
      customers: customers.id,
      products: products.id,
      everyFieldType: every.id,
    },
    views: { orders: orders.views[0]?.id ?? '', openOrders: orders.views[1]?.id ?? '' },
  };
}

export function emptyBase(name: string): AirtableBase {
  return { id: newAirtableId('app'), name, permissionLevel: 'create', tables: [] };
}

/** Adds a table with a name, six plain fields, and `links.fields` fields that link to another table. */
export function fillTable(
  base: AirtableBase,
  options: {
    readonly name: string;
    readonly rows: number;
    readonly links?: { readonly into: AirtableTable; readonly fields: number };
  },
): AirtableTable {
  const { name, rows, links } = options;
  const columns = [...plainColumns(name), ...linkColumns(links)].map((column) => ({
    ...column,
    id: newAirtableId('fld'),
  }));
  const makeCells = (index: number): Record<string, unknown> => {
    const cells: Record<string, unknown> = {};
    for (const { id, cell } of columns) cells[id] = cell(index);
    return cells;
  };
  const mark = newAirtableId('').slice(0, 7);
  const table = {
    id: newAirtableId('tbl'),
    name,
    primaryFieldId: columns[0]?.id ?? '',
    fields: columns.map(({ cell: _, ...field }): AirtableField => field),
    views: [{ id: newAirtableId('viw'), name: 'Grid view', type: 'grid' }],
    records: Array.from({ length: rows }, (_, index) => new FilledRecord(mark, index, makeCells)),
  };
  base.tables.push(table);
  return table;
}

class FilledRecord implements AirtableRecord {
  readonly id: string;
  readonly createdTime = '2026-01-02T03:04:05.000Z';
  readonly #index: number;
  readonly #make: (index: number) => Record<string, unknown>;
  #cells: Record<string, unknown> | undefined;

  constructor(mark: string, index: number, make: (index: number) => Record<string, unknown>) {
    this.id = `rec${mark}${index.toString(36).padStart(7, '0')}`;
    this.#index = index;
    this.#make = make;
  }

  get cells(): Record<string, unknown> {
    this.#cells ??= this.#make(this.#index);
    return this.#cells;
  }
}

type FilledColumn = Omit<AirtableField, 'id'> & { readonly cell: (index: number) => unknown };

const choices = ['low', 'middle', 'high'].map((name) => ({ id: newAirtableId('sel'), name }));

function plainColumns(name: string): FilledColumn[] {
  const date = { dateFormat: { name: 'iso', format: 'YYYY-MM-DD' } };
  return [
    { name: 'Name', type: 'singleLineText', cell: (index) => `${name} ${index}` },
    {
      name: 'Amount',
      type: 'number',
      options: { precision: 2 },
      cell: (index) => ((index * 7919) % 10_000) / 100,
    },
    { name: 'Pieces', type: 'number', options: { precision: 0 }, cell: (index) => index % 97 },
    { name: 'Day', type: 'date', options: date, cell: (index) => `2026-0${(index % 9) + 1}-1${index % 10}` },
    { name: 'Level', type: 'singleSelect', options: { choices }, cell: (index) => choices[index % 3]?.name },
    { name: 'Done', type: 'checkbox', options: { icon: 'check' }, cell: (index) => index % 2 === 0 },
    {
      name: 'Note',
      type: 'multilineText',
      cell: (index) => (index % 5 ? `Note on row ${index}, "quoted"` : ''),
    },
  ];
}

function linkColumns(links: { into: AirtableTable; fields: number } | undefined): FilledColumn[] {
  if (!links) return [];
  const { into, fields } = links;
  return Array.from({ length: fields }, (_, place) => ({
    name: `Link ${place + 1}`,
    type: 'multipleRecordLinks',
    options: { linkedTableId: into.id, isReversed: false, prefersSingleRecordLink: false },
    cell: (index: number) =>
      Array.from(
        { length: Math.min((index + place) % 4, into.records.length) },
        (_, step) => into.records[(index * 13 + place * 5 + step) % into.records.length]?.id,
      ),
  }));
}
