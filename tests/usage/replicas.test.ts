/** Two replicas record hits of the same endpoint at once: sums are whole, and each reminder is sent once. */
import { expect, it } from 'vitest';
import { openRecorder } from '../../src/usage/recorder.ts';
import { createOwner } from '../support/cast.ts';
import { startTestService } from '../support/service.ts';
import { storedHits } from './recorded-hits.ts';
import { hitOf, openBeside } from './usage-context.ts';

it('two recorders', async () => {
  await using service = await startTestService({ engine: 'postgres' });
  const owners = [
    await createOwner(service, 'ann@example.com'),
    await createOwner(service, 'bo@example.com'),
    await createOwner(service, 'cy@example.com', '--plan', 'lite'),
  ];
  await using one = await openBeside(service);
  await using other = await openBeside(service);
  const recorders = [openRecorder(one.context), openRecorder(other.context)];
  const rounds = 20;
  for (let round = 0; round < rounds; round++) {
    for (const [index, recorder] of recorders.entries()) {
      for (const { endpoint } of index === 0 ? owners : owners.toReversed()) {
        for (let hit = 0; hit < 60; hit++) recorder.record(hitOf(endpoint));
      }
    }
    // What each has by now is stored while the other stores its own.
    await new Promise(setImmediate);
  }
  await Promise.all(recorders.map((recorder) => recorder.close()));
  const each = 2 * 60 * rounds;
  expect(await storedHits(service)).toHaveLength(3 * each);
  const { db } = service.database;
  const days = await db.selectFrom('usage_days').selectAll().execute();
  for (const { endpoint } of owners) {
    const own = days.filter((day) => day.endpoint_id === endpoint);
    expect(own.reduce((sum, { hits }) => sum + hits, 0)).toBe(each);
    expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(20 * each);
  }
  const totals = await db.selectFrom('endpoint_totals').select('cycle_hits').execute();
  expect(totals.map(({ cycle_hits }) => cycle_hits)).toEqual([each, each, each]);
  const accounts = await db.selectFrom('accounts').select(['email', 'requests']).orderBy('email').execute();
  expect(accounts.map(({ requests }) => requests)).toEqual([each, each, 0]);
  const mails = await db.selectFrom('outbox').select(['recipient', 'subject']).execute();
  const told = mails.map(({ recipient, subject }) => `${recipient} ${subject}`);
  expect(new Set(told).size).toBe(told.length);
  for (const name of ['ann', 'bo'])
    expect(told).toContain(`${name}@example.com Your free trial: 300 requests`);
});
