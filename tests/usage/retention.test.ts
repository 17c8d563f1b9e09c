/** How long usage is kept: hits USAGE_DAYS, sums two years, nothing of a deleted endpoint. */
import { expect, it } from 'vitest';
import { openRecorder } from '../../src/usage/recorder.ts';
import { removeOldUsage } from '../../src/usage/usage-sweep-store.ts';
import { castTable } from '../support/cast.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { recordedHits, storedHits } from './recorded-hits.ts';
import { hitOf, openBeside } from './usage-context.ts';

const dayMs = 24 * 60 * 60 * 1_000;

async function rowsOf({
  database: { db },
}: TestService): Promise<Record<'hits' | 'days' | 'totals', number>> {
  const hits = await db.selectFrom('hits').selectAll().execute();
  const days = await db.selectFrom('usage_days').selectAll().execute();
  const totals = await db.selectFrom('endpoint_totals').selectAll().execute();
  return { hits: hits.length, days: days.length, totals: totals.length };
}

it.each(engines)('sweeps what is too old, and no more: %s', async (engine) => {
  await using service = await startTestService({ engine, environment: { USAGE_DAYS: '10' } });
  const id = await service.publish(castTable);
  await using beside = await openBeside(service);
  const recorder = openRecorder(beside.context);
  const now = Date.now();
  // More than two portions, in five days, and many in one millisecond.
  for (let hit = 0; hit < 2_500; hit++) recorder.record(hitOf(id, { at: now - 9 * dayMs - hit * 150_000 }));
  for (let hit = 0; hit < 1_200; hit++) recorder.record(hitOf(id, { at: now - 700 * dayMs }));
  recorder.record(hitOf(id, { at: now - 740 * dayMs }));
  await recorder.close();
  const kept = (await storedHits(service)).filter(({ at }) => at >= now - 10 * dayMs).length;
  expect(kept).toBeGreaterThan(500);
  await removeOldUsage(beside.context);
  const hits = await storedHits(service);
  expect(hits.length).toBeGreaterThanOrEqual(kept - 1);
  expect(hits.length).toBeLessThanOrEqual(kept);
  const days = await service.database.db.selectFrom('usage_days').selectAll().orderBy('day').execute();
  expect(days[0]).toMatchObject({ day: new Date(now - 700 * dayMs).toISOString().slice(0, 10), hits: 1_200 });
  expect(days.reduce((sum, day) => sum + day.hits, 0)).toBe(3_700);
});

it.each(engines)('is swept by the service with its own clock: %s', async (engine) => {
  await using service = await startTestService({ engine });
  const id = await service.publish(castTable);
  await (await service.get(id)).arrayBuffer();
  await recordedHits(service, 1);
  await using ninety = await startTestService({ from: service, ahead: 89 * dayMs });
  await expect.poll(() => rowsOf(ninety)).toEqual({ hits: 1, days: 1, totals: 1 });
  await using later = await startTestService({ from: service, ahead: 91 * dayMs });
  await expect.poll(() => rowsOf(later)).toEqual({ hits: 0, days: 1, totals: 1 });
  await using muchLater = await startTestService({ from: service, ahead: 735 * dayMs });
  await expect.poll(() => rowsOf(muchLater)).toEqual({ hits: 0, days: 0, totals: 1 });
});

it.each(engines)(
  'of a deleted endpoint nothing comes later, and nothing is left when the bin lets it go: %s',
  async (engine) => {
    await using service = await startTestService({ engine });
    const deleted = await service.publish(castTable);
    const other = await service.publish(castTable);
    await using beside = await openBeside(service);
    const recorder = openRecorder(beside.context);
    for (let hit = 0; hit < 1_500; hit++) recorder.record(hitOf(deleted, { at: Date.now() - 1_000 * hit }));
    recorder.record(hitOf(other));
    await recorder.close();
    await (await service.get(deleted)).arrayBuffer();
    await service.command('endpoint', 'delete', deleted);
    await (await service.get(other)).arrayBuffer();
    await using later = await startTestService({ from: service, ahead: 8 * dayMs });
    await expect.poll(async () => (await rowsOf(later)).totals).toBe(1);
    await expect
      .poll(async () => (await storedHits(service)).map(({ endpoint_id }) => endpoint_id))
      .toEqual([other, other]);
    const days = await service.database.db.selectFrom('usage_days').select('endpoint_id').execute();
    expect(days).toEqual([{ endpoint_id: other }]);
  },
);
