import { expect, test } from 'vitest';
import { TimeUsed } from './time-used.ts';

const minute = 60_000;
const caller = { endpoint: 'e', owner: 'o' };

test('time used counts for owner and endpoint, in steps of half a second, and fades by half in a minute', () => {
  const used = new TimeUsed();
  const now = performance.now();
  used.add(caller, 2_400);
  expect(used.rank(caller, [], now)).toEqual([4, 4]);
  expect(used.rank(caller, [], now + minute)).toEqual([2, 2]);
  expect(used.rank(caller, [], now + 2 * minute)).toEqual([1, 1]);
  expect(used.rank({ ...caller, endpoint: 'other' }, [], now)).toEqual([4, 0]);
  expect(used.rank({ ...caller, owner: 'other' }, [], now)).toEqual([0, 4]);
  used.add(caller, 2_400);
  expect(used.rank(caller, [], now)).toEqual([9, 9]);
});

test('so does that of statements under way', () => {
  const used = new TimeUsed();
  const [now, began] = [10 * minute, 10 * minute - 1_200];
  const running = [
    { caller, began },
    { caller: { endpoint: 'e2', owner: 'o' }, began },
    { caller: { endpoint: 'e', owner: 'o2' }, began },
  ];
  expect(used.rank(caller, running, now)).toEqual([4, 4]);
  expect(used.rank({ endpoint: 'e2', owner: 'o2' }, running, now)).toEqual([2, 2]);
  expect(used.rank({ endpoint: 'x', owner: 'x' }, running, now)).toEqual([0, 0]);
});

test('an endpoint is clean until one of its statements was ended', () => {
  const used = new TimeUsed();
  expect(used.isClean(caller)).toBe(true);
  used.markEnded(caller);
  expect(used.isClean(caller)).toBe(false);
  expect(used.isClean({ ...caller, endpoint: 'other' })).toBe(true);
});
