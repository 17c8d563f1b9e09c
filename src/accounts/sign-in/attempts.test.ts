import { expect, it } from 'vitest';
import { Attempts } from './attempts.ts';
import { clientKey } from './client-key.ts';

const limit = { most: 2, withinMs: 60_000 };

it('what is over its limit is refused until the time is over', () => {
  let at = 1_000;
  const attempts = new Attempts(() => at);
  const take = (key: string) => () => attempts.take(key, limit);
  take('a')();
  at += 30_000;
  take('a')();
  expect(take('a')).toThrow(expect.objectContaining({ key: 'tooManyAttempts', retryAfterSeconds: 30 }));
  expect(take('b')).not.toThrow();
  at += 30_000;
  expect(take('a')).not.toThrow();
});

it('a clock that was set back locks nobody out', () => {
  let at = 1_000_000;
  const attempts = new Attempts(() => at);
  attempts.take('a', limit);
  attempts.take('a', limit);
  at = 1_000;
  expect(() => attempts.take('a', limit)).not.toThrow();
});

it('the number of keys is bounded: the oldest goes', () => {
  const attempts = new Attempts(() => 0);
  const one = { most: 1, withinMs: 60_000 };
  for (let key = 0; key < 20_001; key++) attempts.take(String(key), one);
  expect(() => attempts.take('20000', one)).toThrow();
  expect(() => attempts.take('0', one)).not.toThrow();
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the client of %s is %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});
