import { describe, expect, it } from 'vitest';
import { covers, maskedBy, parseMask } from './fields-mask.ts';

const value = { a: 1, b: { c: 2, d: { e: 3 } }, list: [{ x: 1, y: 2 }, { y: 3 }] };

describe('maskedBy', () => {
  it.each([
    [null, value],
    ['', value],
    ['*', value],
    ['a', { a: 1 }],
    ['b.c,a', { a: 1, b: { c: 2 } }],
    ['b(c,d/e)', { b: { c: 2, d: { e: 3 } } }],
    ['b.c,b.d.e', { b: { c: 2, d: { e: 3 } } }],
    ['list.x', { list: [{ x: 1 }, {}] }],
    ['list/y', { list: [{ y: 2 }, { y: 3 }] }],
    ['nothing', {}],
    ['a,(', value],
    ['b(c', value],
  ])('%s', (mask, expected) => {
    expect(maskedBy(value, mask)).toEqual(expected);
  });
});

it('knows what a mask covers', () => {
  const mask = parseMask('title,gridProperties(rowCount)') ?? {};
  expect(covers(mask, ['title'])).toBe(true);
  expect(covers(mask, ['gridProperties', 'rowCount'])).toBe(true);
  expect(covers(mask, ['gridProperties', 'columnCount'])).toBe(false);
  expect(covers(parseMask('*') ?? {}, ['gridProperties', 'columnCount'])).toBe(true);
});
