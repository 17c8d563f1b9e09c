import { expect, it } from 'vitest';
import { retryDelay } from './sender.ts';

it('tries again after 15 and 45 seconds, then less often, for three days', () => {
  const delays: number[] = [];
  for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(delays.length + 1))
    delays.push(delay);
  expect(delays.slice(0, 6)).toEqual([15, 45, 120, 300, 900, 3_600].map((seconds) => seconds * 1_000));
  const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3.1);
});
