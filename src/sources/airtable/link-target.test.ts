import { describe, expect, it } from 'vitest';
import { linkTarget } from './link-target.ts';
import { type BaseTable, fieldShape } from './schema.ts';

const field = (id: string, type: string, options?: object) =>
  fieldShape.parse({ id, name: id, type, options });

const table = (id: string, ...fields: BaseTable['fields']): BaseTable => ({
  id,
  name: id,
  primaryFieldId: '',
  fields,
  views: [],
});

const lookup = (id: string, link: string, looked: string, result?: object | null) =>
  field(id, 'multipleLookupValues', { recordLinkFieldId: link, fieldIdInLinkedTable: looked, result });

const links = { type: 'multipleRecordLinks' };
const maker = table('tblMaker', field('fldName', 'singleLineText'));
const product = table(
  'tblProduct',
  field('fldMaker', 'multipleRecordLinks', { linkedTableId: 'tblMaker' }),
  field('fldPrice', 'currency'),
);
const line = table(
  'tblLine',
  field('fldProduct', 'multipleRecordLinks', { linkedTableId: 'tblProduct' }),
  lookup('fldMakers', 'fldProduct', 'fldMaker', links),
  lookup('fldPrices', 'fldProduct', 'fldPrice', { type: 'currency' }),
  lookup('fldBroken', 'fldProduct', 'fldGone', null),
  lookup('fldTold', 'fldGone', 'fldGone', { ...links, options: { linkedTableId: 'tblMaker' } }),
);
const order = table(
  'tblOrder',
  field('fldLines', 'multipleRecordLinks', { linkedTableId: 'tblLine' }),
  lookup('fldFarMakers', 'fldLines', 'fldMakers', { type: 'multipleLookupValues' }),
);
const circular = table(
  'tblCircle',
  field('fldSelf', 'multipleRecordLinks', { linkedTableId: 'tblCircle' }),
  lookup('fldRound', 'fldSelf', 'fldRound'),
);
const tables = [maker, product, line, order, circular];

describe('linkTarget', () => {
  it.each([
    [line, 'fldProduct', 'tblProduct'],
    [line, 'fldMakers', 'tblMaker'],
    [line, 'fldTold', 'tblMaker'],
    [order, 'fldFarMakers', 'tblMaker'],
    [line, 'fldPrices', undefined],
    [line, 'fldBroken', undefined],
    [product, 'fldPrice', undefined],
    [circular, 'fldRound', undefined],
  ])('%#: finds the table whose records a field names', (from, id, target) => {
    const found = from.fields.find((candidate) => candidate.id === id);
    expect(found && linkTarget(found, from, tables)).toBe(target);
  });
});
