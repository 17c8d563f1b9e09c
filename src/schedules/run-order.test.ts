import { describe, expect, it } from 'vitest';
import { nextInOrder } from './run-order.ts';
import type { WaitingRun } from './run-store.ts';

const run = (id: string, accountId: string): WaitingRun => ({ id, accountId, jobId: 'job', dueAt: 0 });

describe('which run is started next', () => {
  it('the first that waits, while no account has any under way', () => {
    expect(nextInOrder([run('a1', 'a'), run('b1', 'b')], new Map(), 0)?.id).toBe('a1');
  });

  it('one of the account with the fewest under way, however many others wait', () => {
    const waiting = [run('a1', 'a'), run('a2', 'a'), run('b1', 'b'), run('c1', 'c')];
    expect(
      nextInOrder(
        waiting,
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
        3,
      )?.id,
    ).toBe('c1');
    expect(
      nextInOrder(
        waiting,
        new Map([
          ['a', 2],
          ['b', 1],
          ['c', 1],
        ]),
        4,
      )?.id,
    ).toBe('b1');
  });

  it('all eight of one account while nobody else waits, and no ninth', () => {
    expect(nextInOrder([run('a1', 'a')], new Map([['a', 7]]), 7)?.id).toBe('a1');
    expect(nextInOrder([run('a1', 'a')], new Map([['a', 8]]), 8)).toBeUndefined();
  });

  it('beyond eight one of an account that has none under way, also elsewhere, but no second', () => {
    const waiting = [run('a1', 'a'), run('b1', 'b')];
    expect(nextInOrder(waiting, new Map([['a', 8]]), 8)?.id).toBe('b1');
    const both = new Map([
      ['a', 8],
      ['b', 1],
    ]);
    expect(nextInOrder(waiting, both, 9)).toBeUndefined();
    expect(nextInOrder(waiting, both, 8)).toBeUndefined();
    expect(nextInOrder(waiting, both, 7)?.id).toBe('b1');
  });

  it('never more than 32 in all', () => {
    expect(nextInOrder([run('b1', 'b')], new Map([['a', 8]]), 31)?.id).toBe('b1');
    expect(nextInOrder([run('b1', 'b')], new Map([['a', 8]]), 32)).toBeUndefined();
  });

  it('none when none waits', () => {
    expect(nextInOrder([], new Map(), 0)).toBeUndefined();
  });
});
