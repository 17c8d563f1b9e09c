import { expect, test } from 'vitest';
import { isFormatName } from './all-formats.ts';

test('accepts registered formats only, no inherited property names', () => {
  expect(isFormatName('xml')).toBe(true);
  expect(isFormatName('constructor')).toBe(false);
  expect(isFormatName('')).toBe(false);
});
