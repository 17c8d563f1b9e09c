import { expect, it } from 'vitest';
import { Budget } from './budget.ts';

it('what several share counts once, until the last of them is done', () => {
  const budget = new Budget(100);
  const readers = Array.from({ length: 50 }, () => budget.share('endpoint', 'folder', 40));
  expect(() => budget.share('endpoint', 'another folder', 20)).toThrow('The service is busy.');
  for (const reader of readers.slice(1)) reader[Symbol.dispose]();
  expect(() => budget.take('endpoint', 20)).toThrow('The service is busy.');
  readers[0]?.[Symbol.dispose]();
  expect(() => budget.take('endpoint', 50)).not.toThrow();
});

it('who is refused shares nothing', () => {
  const budget = new Budget(100);
  using _held = budget.take('endpoint', 40);
  expect(() => budget.share('endpoint', 'folder', 20)).toThrow('The service is busy.');
  expect(() => budget.share('endpoint', 'folder', 5)).not.toThrow();
});
