/** The short form; `npm run test:faults` runs the long one. */
import { expect, it } from 'vitest';
import { rollingRestarts } from './rolling-restarts.ts';

it('two rolling restarts of two replicas under load: no request fails', async () => {
  const counts = await rollingRestarts(2);
  expect(counts).toMatchObject({ failed: 0 });
  expect(counts['answered']).toBeGreaterThan(100);
  expect(counts['keptAlive']).toBeGreaterThan(100);
}, 300_000);
