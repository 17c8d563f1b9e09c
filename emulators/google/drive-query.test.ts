import { expect, it } from 'vitest';
import { orderFiles, parseQuery } from './drive-query.ts';
import type { DriveFile } from './google-data.ts';

function file(name: string, mimeType: string, more: Partial<DriveFile> = {}): DriveFile {
  return {
    id: name,
    name,
    mimeType,
    content: Buffer.alloc(0),
    owner: 'ada@example.com',
    trashed: false,
    createdTime: '2026-01-01T00:00:00.000Z',
    modifiedTime: '2026-01-02T00:00:00.000Z',
    ...more,
  };
}

const files = [
  file('sales.csv', 'text/csv'),
  file("Ada's list", 'text/plain', { modifiedTime: '2026-06-01T00:00:00.000Z' }),
  file('old sales', 'text/csv', { trashed: true, parents: ['folder'] }),
];

it.each([
  ["mimeType='text/csv' and trashed=false", ['sales.csv']],
  ["mimeType != 'text/csv'", ["Ada's list"]],
  ["name = 'Ada\\'s list'", ["Ada's list"]],
  ["name contains 'sal'", ['sales.csv', 'old sales']],
  ["name contains 'ales'", []],
  ["mimeType contains 'text/'", ['sales.csv', "Ada's list", 'old sales']],
  ["not trashed = false or name = 'sales.csv'", ['sales.csv', 'old sales']],
  ["trashed = false and (name = 'x' or name = 'sales.csv')", ['sales.csv']],
  ["modifiedTime > '2026-05-01T00:00:00'", ["Ada's list"]],
  ["'root' in parents and 'me' in owners", ['sales.csv', "Ada's list"]],
])('%s', (q, expected) => {
  expect(files.filter(parseQuery(q, 'ada@example.com')).map(({ name }) => name)).toEqual(expected);
});

it.each(['name', "name = 'a' and", 'name = a', "colour = 'red'", "(name = 'a'", "trashed = 'x'"])(
  'refuses %s',
  (q) => {
    expect(() => parseQuery(q, '')).toThrow('Invalid Value');
  },
);

it('orders by several keys', () => {
  const order = (by: string): string[] => orderFiles(files, by).map(({ name }) => name);
  expect(order('modifiedTime desc,name desc')).toEqual(["Ada's list", 'sales.csv', 'old sales']);
  expect(order('name')).toEqual(["Ada's list", 'old sales', 'sales.csv']);
  expect(() => order('colour')).toThrow('Invalid Value');
});
