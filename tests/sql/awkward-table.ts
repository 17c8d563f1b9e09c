/** A table whose columns have every name and its cells every value that SQL could stumble over (contract 4.8). */
import type { Cell, ColumnType, Table } from '../../src/table/table.ts';
import { tableOf } from './sql-cast.ts';

const columns: readonly (readonly [name: string, type: ColumnType, cells: readonly Cell[]])[] = [
  ['id', 'integer', ['1', 2, '9007199254740993']],
  ['ID', 'integer', [9223372036854775807n, '-9223372036854775808', '18446744073709551616']],
  ['Full Name', 'string', ['Ann Lee', 'Böb "B"', '']],
  ['amount', 'number', ['1.50', -0.25, null]],
  ['active', 'boolean', [true, 'FALSE', null]],
  ['tags', 'json', [[{ id: 1, name: 'a' }], '[{"id":2,"name":"b"}]', null]],
  ['Key', 'string', ['K1', 'K2', 'K3']],
  ['key', 'string', ['k1', 'k2', 'k3']],
  ['order', 'integer', [3, 1, 2]],
  ['group', 'string', ['x', 'y', 'x']],
  ['__proto__', 'string', ['p', 'q', null]],
  ['constructor', 'string', ['c', 'd', null]],
  ['', 'string', ['no name', null, null]],
  ['a"b', 'string', ['quote', null, null]],
  ['rowid', 'string', ['mine', 'own', null]],
  ['first', 'string', ['f1', null, 'f3']],
  ['last', 'string', [null, 'l2', 'l3']],
  ['true', 'string', ['not true', 'text', null]],
  ['row', 'integer', [1, 1, 2]],
  ['rows', 'integer', [10, 20, 30]],
  ['left', 'integer', [1, 2, 3]],
  ['desc', 'integer', [1, 2, 3]],
  ['end', 'integer', [0, 1, 2]],
  ['filter', 'integer', [0, 1, 2]],
  ['Größe', 'number', [1, 2, 3.5]],
  ['größe', 'number', [4, 5, 6]],
  ['日本', 'string', ['東京', '\u{1f600}', null]],
  ['service_table', 'string', ['a', 'b', 'c']],
  ['mixed', 'any', ['text', 1, 2.5]],
];

export const awkwardTable: Table = tableOf(
  columns.map(([name, type]) => [name, type]),
  [0, 1, 2].map((row) => columns.map(([, , cells]) => cells[row] ?? null)),
);
