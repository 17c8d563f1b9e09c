/** Recording while the database does not take it: hits go on, memory has a bound, and what is lost is counted. */
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openRecorder } from '../../src/usage/recorder.ts';
import { castTable } from '../support/cast.ts';
import { untilSomethingWaits } from '../support/postgres-locks.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { patience, recordedHits, storedHits } from './recorded-hits.ts';
import { hitOf, openBeside } from './usage-context.ts';

/** Nobody else can write to the table meanwhile, which PostgreSQL tells those who wait after two seconds. */
async function whileHitsAreLocked(service: TestService, action: () => Promise<void>): Promise<void> {
  await service.database.db.transaction().execute(async (transaction) => {
    await sql`lock table hits in access exclusive mode`.execute(transaction);
    await action();
  });
}

it('does not disturb hits, and loses none', async () => {
  await using service = await startTestService({ engine: 'postgres' });
  const id = await service.publish(castTable);
  await whileHitsAreLocked(service, async () => {
    for (let hit = 0; hit < 5; hit++) expect((await service.get(id)).status).toBe(200);
    await untilSomethingWaits(service);
    for (let hit = 0; hit < 5; hit++) expect((await service.get(id)).status).toBe(200);
  });
  await recordedHits(service, 10);
});

it('keeps 20,000 hits in memory, drops the oldest and says so once', async () => {
  await using service = await startTestService({ engine: 'postgres' });
  const id = await service.publish(castTable);
  await using beside = await openBeside(service);
  const recorder = openRecorder(beside.context);
  const count = 23_000;
  await whileHitsAreLocked(service, async () => {
    for (let at = 0; at < count; at++) recorder.record(hitOf(id, { at }));
    await untilSomethingWaits(service);
  });
  await vi.waitFor(() => expect(recorder.recorded + recorder.dropped).toBe(count), patience);
  await recorder.close();
  expect(recorder.recorded).toBeLessThanOrEqual(20_500);
  expect(recorder.recorded).toBeGreaterThanOrEqual(19_500);
  const times = (await storedHits(service)).map(({ at }) => at);
  expect(times).toHaveLength(recorder.recorded);
  expect(times.at(-1)).toBe(count - 1);
  expect(times.filter((at) => at >= 500)[0]).toBeGreaterThanOrEqual(2_500);
  const told = beside.logLines.filter((line) => line.includes('hits dropped'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`"dropped":${recorder.dropped}`);
});

it.each(engines)('gives up what cannot be stored at all, and goes on: %s', async (engine) => {
  await using service = await startTestService({ engine });
  const id = await service.publish(castTable);
  await using beside = await openBeside(service);
  const recorder = openRecorder(beside.context);
  await sql`alter table hits rename to hits_away`.execute(service.database.db);
  recorder.record(hitOf(id));
  await vi.waitFor(() => expect(recorder.dropped).toBe(1), patience);
  await sql`alter table hits_away rename to hits`.execute(service.database.db);
  recorder.record(hitOf(id));
  await recordedHits(service, 1);
  await recorder.close();
  expect({ recorded: recorder.recorded, dropped: recorder.dropped }).toEqual({ recorded: 1, dropped: 1 });
  expect(beside.logLines.filter((line) => line.includes('hits cannot be stored'))).toHaveLength(1);
});

it.each(engines)('stores everything when the service stops: %s', async (engine) => {
  const service = await startTestService({ engine });
  const id = await service.publish(castTable);
  for (let hit = 0; hit < 7; hit++) await (await service.get(id)).arrayBuffer();
  await service.stop();
  await using next = await startTestService({ from: service });
  expect(await storedHits(next)).toHaveLength(7);
});
