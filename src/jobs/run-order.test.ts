import { describe, expect, it } from 'vitest';
import { nextInOrder } from './run-order.ts';
import type { WaitingRun } from './run-store.ts';

const run = (id: string, accountId: string): WaitingRun => ({ id, accountId, jobId: 'job', dueAt: 0 });

describe('which run is started next', () => {
  it('the first that waits, while no account has any under way', () => {
    expect(nextInOrder([run('a1', 'a'), run('b1', 'b')], new Map())?.id).toBe('a1');
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
      )?.id,
    ).toBe('b1');
  });

  it('more of one account while nobody else waits, but never all places', () => {
    expect(nextInOrder([run('a1', 'a')], new Map([['a', 5]]))?.id).toBe('a1');
    expect(nextInOrder([run('a1', 'a')], new Map([['a', 6]]))).toBeUndefined();
    expect(nextInOrder([run('a1', 'a'), run('b1', 'b')], new Map([['a', 6]]))?.id).toBe('b1');
  });

  it('none when none waits', () => {
    expect(nextInOrder([], new Map())).toBeUndefined();
  });
});
