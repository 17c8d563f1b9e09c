import { expect, test } from 'vitest';
import { isFormatName } from './all-formats.ts';

test('only own names are format names', () => {
  expect(isFormatName('xml')).toBe(true);
  expect(isFormatName('constructor')).toBe(false);
  expect(isFormatName('')).toBe(false);
});
