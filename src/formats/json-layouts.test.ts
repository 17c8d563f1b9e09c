import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rendered } from '../../tests/formats/readers/rendered.ts';
import { tableOf } from '../../tests/support/table-of.ts';
import type { Column, Row } from '../table/table.ts';
import type { Format } from './format.ts';
import {
  jsonColumns,
  jsonIndex,
  jsonRecords,
  jsonSplit,
  jsonTable,
  jsonValues,
  ndjson,
  nestJson,
} from './json-layouts.ts';

const columns: Column[] = [
  { name: 'id', type: 'integer', needsNoEscaping: true },
  { name: 'a "b"', type: 'string' },
];
const rows: Row[] = [
  ['1', 'x'],
  ['2', null],
];
let scratchFolder: string;

beforeEach(() => {
  scratchFolder = mkdtempSync(join(tmpdir(), 'scratch-'));
});

afterEach(() => {
  rmSync(scratchFolder, { recursive: true });
});

const layouts: [string, Format, string, string][] = [
  ['records', jsonRecords, '[{"id":1,"a \\"b\\"":"x"},{"id":2,"a \\"b\\"":null}]', '[]'],
  [
    'split',
    jsonSplit,
    '{"columns":["id","a \\"b\\""],"data":[[1,"x"],[2,null]]}',
    '{"columns":["id","a \\"b\\""],"data":[]}',
  ],
  ['index', jsonIndex, '{"0":{"id":1,"a \\"b\\"":"x"},"1":{"id":2,"a \\"b\\"":null}}', '{}'],
  ['columns', jsonColumns, '{"id":{"0":1,"1":2},"a \\"b\\"":{"0":"x","1":null}}', '{"id":{},"a \\"b\\"":{}}'],
  ['values', jsonValues, '[[1,"x"],[2,null]]', '[]'],
  [
    'table',
    jsonTable,
    '{"schema":{"fields":[{"name":"id","type":"integer"},{"name":"a \\"b\\"","type":"string"}]},"data":[{"id":1,"a \\"b\\"":"x"},{"id":2,"a \\"b\\"":null}]}',
    '{"schema":{"fields":[{"name":"id","type":"integer"},{"name":"a \\"b\\"","type":"string"}]},"data":[]}',
  ],
];

test.each(layouts)('%s, with rows and without', async (_name, format, body, emptyBody) => {
  expect(await rendered(format, tableOf(columns, rows, 1))).toBe(body);
  expect(await rendered(format, tableOf(columns, []))).toBe(emptyBody);
});

test.each(layouts)('%s of a small table is a single piece', async (_name, format) => {
  let pieces = 0;
  for await (const piece of nestJson(format.render(tableOf(columns, rows), context()), 'k')) {
    expect(typeof piece).toBe('string');
    pieces += 1;
  }
  expect(pieces).toBe(1);
});

test.each(layouts)(
  '%s of a large table is streamed in small pieces and leaves no scratch file',
  async (_name, format) => {
    const large = Array.from({ length: 30_000 }, (_none, at) => [String(at), `é ${'x'.repeat(500)} ${at}`]);
    const pieces: Uint8Array[] = [];
    for await (const piece of format.render(tableOf(columns, large), context())) {
      expect(piece.length).toBeLessThan(300_000);
      pieces.push(Buffer.from(piece));
    }
    expect(readdirSync(scratchFolder)).toEqual([]);
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString());
    const [first = [], last = []] = [large[0], large.at(-1)];
    expect(JSON.stringify(body)).toContain(JSON.stringify(first[1]));
    expect(JSON.stringify(body)).toContain(JSON.stringify(last[1]));
  },
);

test.each([
  ['columns', jsonColumns],
  ['table', jsonTable],
])('%s removes its scratch file when the reader stops early', async (_name, format) => {
  const large = Array.from({ length: 30_000 }, (_none, at) => [String(at), 'x'.repeat(500)]);
  for await (const piece of format.render(tableOf(columns, large), context())) {
    expect(piece.length).toBeGreaterThan(0);
    expect(readdirSync(scratchFolder).length).toBe(1);
    break;
  }
  expect(readdirSync(scratchFolder)).toEqual([]);
});

test('columns of a wide and long table keep their rows in order', async () => {
  const wide: Column[] = Array.from({ length: 150 }, (_none, at) => ({ name: `c${at}`, type: 'string' }));
  const long = Array.from({ length: 5000 }, (_none, row) => wide.map(({ name }) => `${name} of ${row}`));
  const body: unknown = JSON.parse(await rendered(jsonColumns, tableOf(wide, long)));
  const columnsOf = wide.map(({ name }, at) => [
    name,
    Object.fromEntries(long.map((row, key) => [key, row[at]])),
  ]);
  expect(body).toEqual(Object.fromEntries(columnsOf));
});

test('the schema matches the actual rows', async () => {
  const types: Column[] = (
    ['integer', 'integer', 'boolean', 'boolean', 'number', 'json', 'any', 'integer'] as const
  ).map((type, at) => ({ name: `c${at}`, type, needsNoEscaping: true }));
  const body = await rendered(
    jsonTable,
    tableOf(types, [
      ['1', '1', 'TRUE', 'true', null, '[1]', 'x', '9223372036854775807'],
      ['2', null, 'false', null, null, null, 1, '9223372036854775808'],
    ]),
  );
  const words = [...body.matchAll(/"type":"(\w+)"/g)].map((match) => match[1]);
  expect(words).toEqual(['integer', 'number', 'boolean', 'any', 'number', 'any', 'any', 'any']);
});

test('a key of nest_json is escaped', async () => {
  const nested = {
    ...jsonValues,
    render: () => nestJson(jsonValues.render(tableOf(columns, rows), context()), '"'),
  };
  expect(await rendered(nested, tableOf([], []))).toBe('{"\\"":[[1,"x"],[2,null]]}');
});

function context() {
  return { title: 't', nonce: 'n', scratchFolder };
}

test('a row of ndjson stays on one line, whatever white space its JSON has', async () => {
  const columns: Column[] = [
    { name: 'a', type: 'json' },
    { name: 'b', type: 'string' },
  ];
  const rows = [
    ['[\n  1,\r\n  2\n]', 'x\ny'],
    ['{}', 'z'],
  ];
  expect(await rendered(ndjson, tableOf(columns, rows))).toBe(
    '{"a":[   1,   2 ],"b":"x\\ny"}\n{"a":{},"b":"z"}\n',
  );
});

test('the written form of a number that is not in its shortest form is not copied', async () => {
  const columns: Column[] = [{ name: 'n', type: 'number', needsNoEscaping: false }];
  expect(await rendered(jsonRecords, tableOf(columns, [['1.50']]))).toBe('[{"n":1.5}]');
});
