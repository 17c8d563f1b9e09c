import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rendered } from '../../tests/formats/readers/rendered.ts';
import { tableOf } from '../../tests/support/table-of.ts';
import { StoredTable } from '../table/stored/stored-table.ts';
import type { Column, Row } from '../table/table.ts';
import { csv } from './csv.ts';

const texts = (...names: string[]): Column[] => names.map((name) => ({ name, type: 'string' }));
const csvOf = (columns: Column[], rows: Row[]) => rendered(csv, tableOf(columns, rows));

test('quotes only where needed', async () => {
  const row = ['a,b', 'say "x"', 'two\nlines', 'cr\r', ' space ', ';\t=1+1'];
  const body = await csvOf(texts('a', 'b', 'c', 'd', 'e', 'f'), [row]);
  expect(body).toBe('a,b,c,d,e,f\n"a,b","say ""x""","two\nlines","cr\r", space ,;\t=1+1\n');
});

test('written forms are copied, values are formatted', async () => {
  const columns: Column[] = [
    { name: 'n', type: 'number', needsNoEscaping: false },
    { name: 'b', type: 'boolean' },
    { name: 'j', type: 'json' },
  ];
  const rows: Row[] = [
    ['1.50', 'TRUE', '[ {"id":1} ]'],
    [Number.NaN, true, [{ id: 1 }]],
    [2n ** 64n, null, null],
  ];
  expect(await csvOf(columns, rows)).toBe(
    'n,b,j\n1.50,TRUE,"[ {""id"":1} ]"\n,true,"[{""id"":1}]"\n18446744073709551616,,\n',
  );
});

test('a missing value is empty and the empty string is quoted', async () => {
  expect(await csvOf(texts('a', 'b'), [[null, '']])).toBe('a,b\n,""\n');
});

test('a row of one column is never a blank line', async () => {
  expect(await csvOf(texts(''), [[null], [''], [' \t'], ['x']])).toBe('""\n""\n""\n" \t"\nx\n');
});

test('a repeated name is numbered', async () => {
  expect(await csvOf(texts('a', 'a', ''), [])).toBe('a,a_2,\n');
});

test('a stored table is copied unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stored-'));
  try {
    writeFileSync(join(folder, 'rows.csv'), 'from,file\n1,2\n');
    const table = tableOf(texts('from', 'rows'), [['x', 'y']]);
    expect(await rendered(csv, new StoredTable(table.columns, table.batches, { folder }))).toBe(
      'from,file\n1,2\n',
    );
    expect(await rendered(csv, new StoredTable(table.columns, table.batches, { folder, picked: [0] }))).toBe(
      'from,rows\nx,y\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
