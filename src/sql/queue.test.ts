import { expect, test } from 'vitest';
import { SqlQueue } from './queue.ts';

function filled(): SqlQueue<string> {
  const queue = new SqlQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item.charAt(0), item);
  return queue;
}

test('keys take turns, each in its own order', () => {
  const queue = filled();
  const taken: (string | undefined)[] = [];
  for (let key = queue.nextKey(() => true); key !== undefined; key = queue.nextKey(() => true)) {
    taken.push(queue.take(key));
  }
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.isEmpty).toBe(true);
});

test('a key that may not run is passed over and keeps its turn', () => {
  const queue = filled();
  expect(queue.nextKey((key) => key !== 'a')).toBe('b');
  expect(queue.nextKey(() => true)).toBe('a');
  expect(queue.nextKey(() => false)).toBeUndefined();
});

test('what is removed does not come', () => {
  const queue = filled();
  expect(queue.remove('b', 'b1')).toBe(true);
  expect(queue.remove('b', 'b1')).toBe(false);
  expect(queue.remove('a', 'a2')).toBe(true);
  expect(queue.drain()).toEqual(['a1', 'a3', 'c1', 'c2']);
  expect(queue.isEmpty).toBe(true);
});
