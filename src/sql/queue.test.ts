import { expect, test } from 'vitest';
import { maxWaiting, maxWaitingOfEndpoint, SqlQueue } from './queue.ts';

const noRank = (): number[] => [];
const anybody = (): boolean => true;

function filled(...items: readonly string[]): SqlQueue<string> {
  const queue = new SqlQueue<string>();
  for (const item of items) queue.push(item.charAt(0), item, noRank);
  return queue;
}

function takeAll(queue: SqlQueue<string>, rankOf: (item: string) => number[]): string[] {
  const taken: string[] = [];
  for (;;) {
    const item = queue.first(rankOf, anybody);
    if (item === undefined) return taken;
    queue.remove(item.charAt(0), item);
    taken.push(item);
  }
}

test('the lower rank comes first, each endpoint in its own order', () => {
  const ranks = new Map([
    ['a', [1, 0]],
    ['b', [0, 9]],
    ['c', [0, 2]],
  ]);
  const queue = filled('a1', 'a2', 'b1', 'b2', 'c1');
  expect(takeAll(queue, (item) => ranks.get(item.charAt(0)) ?? [])).toEqual(['c1', 'b1', 'b2', 'a1', 'a2']);
});

test('of equal ranks the endpoint with fewer waiting comes first, then the older one', () => {
  expect(takeAll(filled('a1', 'a2', 'a3', 'b1', 'c1', 'c2'), noRank)).toEqual([
    'b1',
    'c1',
    'c2',
    'a1',
    'a2',
    'a3',
  ]);
  expect(takeAll(filled('b1', 'a1'), noRank)).toEqual(['b1', 'a1']);
});

test('who may not is passed over, what was put back comes first of its endpoint', () => {
  const queue = filled('a1', 'b1');
  expect(queue.first(noRank, (item) => item !== 'a1')).toBe('b1');
  expect(queue.first(noRank, () => false)).toBeUndefined();
  queue.putBack('b', 'b0');
  expect(queue.drain()).toEqual(['a1', 'b0', 'b1']);
});

test('what is removed does not come', () => {
  const queue = filled('a1', 'a2', 'b1');
  expect(queue.remove('b', 'b1')).toBe(true);
  expect(queue.remove('b', 'b1')).toBe(false);
  expect(queue.remove('a', 'a2')).toBe(true);
  expect(queue.drain()).toEqual(['a1']);
  expect(queue.drain()).toEqual([]);
});

test('what is taken out makes room, for its endpoint and for all', () => {
  const queue = new SqlQueue<string>();
  for (let i = 0; i < 2 * maxWaiting; i++) {
    queue.push('a', 'a1', noRank);
    queue.remove('a', 'a1');
  }
  expect(queue.push('a', 'a1', noRank)).toBeUndefined();
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('nobody', 'nothing')).toBe(false);
  expect(queue.first(noRank, anybody)).toBeUndefined();
});

test('of equal ranks the youngest endpoint gives up its place', () => {
  const queue = new SqlQueue<string>();
  for (let i = 0; i < maxWaiting; i++) queue.push(String(i), String(i), noRank);
  expect(queue.push('new', 'new', noRank)).toBe('new');
});

test('an endpoint with all its places taken gets no further one', () => {
  const queue = filled(...Array.from({ length: maxWaitingOfEndpoint }, (_, i) => `a${i}`));
  expect(queue.push('a', 'one more', noRank)).toBe('one more');
  expect(queue.push('b', 'b1', noRank)).toBeUndefined();
  queue.remove('a', 'a7');
  expect(queue.push('a', 'one more', noRank)).toBeUndefined();
});

test('with all places taken the endpoint that would come last gives up its newest', () => {
  const endpoints = maxWaiting / maxWaitingOfEndpoint;
  const queue = new SqlQueue<string>();
  for (let i = 0; i < maxWaiting; i++) queue.push(String(i % endpoints), `${i % endpoints}-${i}`, noRank);
  const rank = (item: string): number[] => [item.startsWith('3-') ? 1 : 0];
  expect(queue.push('new', 'new', rank)).toBe(`3-${maxWaiting - endpoints + 3}`);
  expect(queue.push('newest', 'newest', (item) => [item === 'newest' ? 2 : 0])).toBe('newest');
  expect(queue.drain()).toHaveLength(maxWaiting);
  expect(queue.push('later', 'later', noRank)).toBeUndefined();
});
