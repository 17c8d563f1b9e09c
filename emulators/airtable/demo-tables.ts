/**
 * The tables of the demo base: customers, products, and orders that link to both. Everything is derived from the row
 * number, so that every run has the same data.
 */
import type { AirtableField, AirtableRecord, AirtableTable } from './airtable-data.ts';

const towns = ['Aachen', 'Bergen', 'Cádiz', 'Delft', 'Évora', 'Florence', 'Gdańsk'] as const;
const families = ['Ahmadi', 'Brandt', 'Chen', 'Duarte', 'Eriksen', 'Farouk', 'Göğüş', "O'Neil"] as const;
const things = ['Lamp', 'Desk', 'Chair', 'Shelf', 'Clock'] as const;
const woods = ['oak', 'ash', 'pine', 'walnut', 'birch'] as const;
const states = ['New', 'Packed', 'Shipped', 'Returned'] as const;

const customerCount = 40;
const productCount = 25;
const orderCount = 250;

type Column = Omit<AirtableField, 'id'> & { readonly cell: (index: number) => unknown };

export function customersTable(): AirtableTable {
  return table('Customers', customerCount, [
    { name: 'Name', type: 'singleLineText', cell: (i) => `${at(families, i)} & Co., ${at(towns, i * 3)}` },
    { name: 'Email', type: 'email', cell: (i) => `office${i}@example.com` },
    { name: 'Town', type: 'singleLineText', cell: (i) => at(towns, i * 3) },
    { name: 'Regular', type: 'checkbox', options: checkbox, cell: (i) => i % 3 === 0 },
  ]);
}

export function productsTable(): AirtableTable {
  return table('Products', productCount, [
    {
      name: 'Product',
      type: 'singleLineText',
      cell: (i) => `${at(things, i)}, ${at(woods, Math.floor(i / 5))}`,
    },
    { name: 'SKU', type: 'singleLineText', cell: (i) => `SKU-${String(i).padStart(4, '0')}` },
    { name: 'Price', type: 'currency', options: euros, cell: priceOf },
  ]);
}

export function ordersTable(customers: AirtableTable, products: AirtableTable): AirtableTable {
  const orders = table('Orders', orderCount, [
    { name: 'Order', type: 'singleLineText', cell: (i) => `ORD-${String(i + 1).padStart(5, '0')}` },
    { name: 'Date', type: 'date', options: iso, cell: dayOf },
    { name: 'Status', type: 'singleSelect', options: { choices }, cell: stateOf },
    {
      name: 'Customer',
      type: 'multipleRecordLinks',
      options: into(customers, true),
      cell: (i) => [link(customers, i * 7)],
    },
    {
      name: 'Products',
      type: 'multipleRecordLinks',
      options: into(products, false),
      cell: (i) => productsOf(products, i),
    },
    { name: 'Total', type: 'currency', options: euros, cell: totalOf },
    { name: 'Paid', type: 'checkbox', options: checkbox, cell: (i) => i % 4 !== 3 },
    {
      name: 'Note',
      type: 'multilineText',
      cell: (i) => (i % 10 === 0 ? 'Ring twice.\nLeave it with "Mr. B".' : ''),
    },
  ]);
  const open = orders.records.map((_, index) => index).filter((index) => stateOf(index) !== 'Shipped');
  open.sort((one, other) => dayOf(other).localeCompare(dayOf(one)) || one - other);
  orders.views.push({
    id: idOf('viw', 'Orders', 1),
    name: 'Open, newest first',
    type: 'grid',
    visibleFieldIds: orders.fields.slice(0, 6).map(({ id }) => id),
    recordIds: open.map((index) => idOf('rec', 'Orders', index)),
  });
  return orders;
}

const iso = { dateFormat: { name: 'iso', format: 'YYYY-MM-DD' } };
const euros = { precision: 2, symbol: '€' };
const checkbox = { icon: 'check', color: 'greenBright' };
const choices = states.map((name, index) => ({ id: idOf('sel', 'State', index), name, color: 'blueLight2' }));

function into(linked: AirtableTable, prefersSingleRecordLink: boolean): Record<string, unknown> {
  return { linkedTableId: linked.id, isReversed: false, prefersSingleRecordLink };
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + ((index * 37) % 300))).toISOString().slice(0, 10);
}

function stateOf(index: number): string {
  return at(states, index % 11);
}

function productsOf(products: AirtableTable, index: number): string[] {
  return Array.from({ length: index % 4 }, (_, step) => link(products, index * 3 + step));
}

function totalOf(index: number): number {
  const cents = Array.from({ length: index % 4 }, (_, step) => Math.round(priceOf(index * 3 + step) * 100));
  return cents.reduce((sum, price) => sum + price, 0) / 100;
}

function priceOf(index: number): number {
  return 19 + (index % productCount) * 12.5;
}

function link(linked: AirtableTable, index: number): string {
  return linked.records[index % linked.records.length]?.id ?? '';
}

function at<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0];
}

function table(name: string, rows: number, columns: readonly Column[]): AirtableTable {
  const named = columns.map((column, index) => ({ ...column, id: idOf('fld', name, index) }));
  return {
    id: idOf('tbl', name, 0),
    name,
    primaryFieldId: idOf('fld', name, 0),
    fields: named.map(({ cell: _, ...field }) => field),
    views: [{ id: idOf('viw', name, 0), name: 'Grid view', type: 'grid' }],
    records: Array.from(
      { length: rows },
      (_, index): AirtableRecord => ({
        id: idOf('rec', name, index),
        createdTime: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
        cells: Object.fromEntries(named.map(({ id, cell }) => [id, cell(index)])),
      }),
    ),
  };
}

function idOf(prefix: string, name: string, index: number): string {
  return prefix + name + String(index).padStart(14 - name.length, '0');
}
