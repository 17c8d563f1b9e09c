import { expect, test } from 'vitest';
import { specifiedErrors } from '../../src/errors/errors.ts';
import { codes, copiedRows } from './specification-table.ts';

const file = './section-7-table.md';

/** The words of the table for what an answer fills in. */
const holes: readonly (readonly [string, string])[] = [
  ['{service_site}', '{site}'],
  ["'X'", "'{parameter}'"],
  ['<platform>', '{platform}'],
];

function specifiedText(cell: string): string {
  if (cell.startsWith('varies')) return '{code}';
  const [text = ''] = codes(cell);
  return holes.reduce((filled, [theirs, ours]) => filled.replace(theirs, ours), text);
}

test('7.3: the 19 errors whose texts never change are those of the table, in its order', () => {
  const specified = copiedRows(file).map(([status, text = '']) => `${status} ${specifiedText(text)}`);
  const ours = Object.values(specifiedErrors).map(({ status, text }) => `${status} ${text}`);
  expect(specified).toHaveLength(19);
  expect(ours).toEqual(specified);
});
