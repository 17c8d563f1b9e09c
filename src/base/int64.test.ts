import { expect, test } from 'vitest';
import { fitsInt64 } from './int64.ts';

test.each([
  [0n, true],
  [2n ** 63n - 1n, true],
  [2n ** 63n, false],
  [-(2n ** 63n), true],
  [-(2n ** 63n) - 1n, false],
  [2n ** 64n, false],
])('%i fits into 64 bits: %s', (value, fits) => {
  expect(fitsInt64(value)).toBe(fits);
});
