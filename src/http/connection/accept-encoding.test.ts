import { describe, expect, it } from 'vitest';
import { chooseCoding } from './accept-encoding.ts';

describe('chooseCoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
    ['br', undefined],
    ['zstd;q=0, gzip', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['GZIP', 'gzip'],
    [';;,,q=', undefined],
  ])('%j gives %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});
