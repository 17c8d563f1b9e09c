import { describe, expect, test } from 'vitest';
import { type Running, TurnOrder, type Waiting } from './turn-order.ts';

const job = { folder: '/f', database: '/d', types: [], sql: 'SELECT 1', resultFolder: '/r' };
const ownProcess = { isEnded: false };
const long = 60_000;

function statementOf(endpoint: string): Waiting {
  return {
    caller: { endpoint, owner: endpoint },
    job,
    promise: Promise.withResolvers(),
    began: () => {},
    spent: () => {},
    wasInterrupted: false,
    isAbandoned: false,
  };
}

/** Of an endpoint, for so long. */
function runningOf(endpoint: string, ms: number, isReserved = false): Running {
  const waiting = statementOf(endpoint);
  return { waiting, caller: waiting.caller, began: performance.now() - ms, isReserved, isInterrupted: false };
}

function waitingIn(order: TurnOrder, ...endpoints: readonly string[]): Waiting[] {
  return endpoints.map((endpoint) => {
    const waiting = statementOf(endpoint);
    expect(order.push(waiting, [])).toBeUndefined();
    return waiting;
  });
}

describe('a free process', () => {
  test('goes to whoever has used the least time', () => {
    const order = new TurnOrder(1);
    order.count(runningOf('greedy', 5_000), ownProcess, false);
    const [, modest] = waitingIn(order, 'greedy', 'modest');
    expect(order.next([], 1)).toEqual({ waiting: modest, isReserved: false });
    expect(order.next([], 0)).toBeUndefined();
  });

  test('a process that had to be started again counts as time', () => {
    const [kept, ended] = [new TurnOrder(1), new TurnOrder(1)];
    kept.count(runningOf('a', 270), ownProcess, false);
    ended.count(runningOf('a', 270), { isEnded: true }, false);
    const [firstOfKept] = waitingIn(kept, 'a', 'b');
    const [, secondOfEnded] = waitingIn(ended, 'a', 'b');
    expect(kept.next([], 1)?.waiting).toBe(firstOfKept);
    expect(ended.next([], 1)?.waiting).toBe(secondOfEnded);
  });

  test('that is the last one is only for endpoints none of whose statements was ended', () => {
    const order = new TurnOrder(2);
    order.count(runningOf('ended', 0), ownProcess, true);
    order.count(runningOf('clean', 5_000), ownProcess, false);
    const [ended, clean] = waitingIn(order, 'ended', 'clean');
    expect(order.next([], 1)?.waiting).toBe(clean);
    expect(order.next([], 2)?.waiting).toBe(ended);
    if (clean) order.remove(clean);
    expect(order.next([], 1)).toBeUndefined();
  });

  test('the time of statements under way counts', () => {
    const order = new TurnOrder(2);
    const [, other] = waitingIn(order, 'a', 'b');
    expect(order.next([runningOf('a', 5_000)], 2)).toEqual({ waiting: other, isReserved: false });
  });
});

describe('the reserved place', () => {
  test('is for an endpoint of which nothing runs', () => {
    const order = new TurnOrder(1);
    const running = [runningOf('greedy', 5_000)];
    waitingIn(order, 'greedy');
    expect(order.next(running, 1)).toBeUndefined();
    const [other] = waitingIn(order, 'other');
    expect(order.next(running, 1)).toEqual({ waiting: other, isReserved: true });
  });

  test('is for an endpoint none of whose statements was ended', () => {
    const order = new TurnOrder(1);
    order.count(runningOf('ended', 0), ownProcess, true);
    waitingIn(order, 'ended');
    expect(order.next([runningOf('greedy', 0)], 2)).toBeUndefined();
  });

  test('is one: beside the usual ones, not instead of one', () => {
    const order = new TurnOrder(1);
    const [waiting] = waitingIn(order, 'a');
    expect(order.next([runningOf('b', 0), runningOf('c', 0, true)], 1)).toBeUndefined();
    expect(order.next([runningOf('c', 0, true)], 1)).toEqual({ waiting, isReserved: false });
  });

  test('has to be made way in after a while, if somebody waits for it', () => {
    const order = new TurnOrder(1);
    const usual = runningOf('a', long);
    const [fresh, old] = [runningOf('b', 0, true), runningOf('b', 500, true)];
    expect(order.shouldPreempt(old, [usual, old])).toBe(false);
    waitingIn(order, 'a', 'b');
    expect(order.shouldPreempt(old, [usual, old])).toBe(false);
    waitingIn(order, 'c');
    expect(order.shouldPreempt(old, [usual, old])).toBe(true);
    expect(order.shouldPreempt(fresh, [usual, fresh])).toBe(false);
    expect(order.shouldPreempt(usual, [usual, old])).toBe(false);
  });

  test('is not given a second time to who made way: it waits for a usual process, before its others', () => {
    const order = new TurnOrder(1);
    const interrupted = statementOf('b');
    const [later] = waitingIn(order, 'b');
    order.putBack(interrupted);
    expect(interrupted.wasInterrupted).toBe(true);
    expect(order.next([runningOf('a', 0)], 1)).toBeUndefined();
    expect(order.next([], 1)).toEqual({ waiting: interrupted, isReserved: false });
    expect(order.drain()).toEqual([interrupted, later]);
  });
});

test('what is removed or drained waits no more', () => {
  const order = new TurnOrder(1);
  const [first, second] = waitingIn(order, 'a', 'b');
  expect(first && order.remove(first)).toBe(true);
  expect(first && order.remove(first)).toBe(false);
  expect(order.drain()).toEqual([second]);
  expect(order.next([], 1)).toBeUndefined();
});
