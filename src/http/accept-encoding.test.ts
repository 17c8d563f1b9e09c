import { describe, expect, it } from 'vitest';
import { chooseCoding } from './accept-encoding.ts';

describe('chooseCoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['GZIP', 'gzip'],
    [';;,,q=', undefined],
  ])('%j gives %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});
