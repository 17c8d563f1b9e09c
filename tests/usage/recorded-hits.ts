/** Hits as they are stored, waited for: they come a second late. */
import { expect, vi } from 'vitest';
import type { HitRow } from '../../src/storage/database/schema.ts';
import type { TestService } from '../support/service.ts';

export const patience = { timeout: 60_000, interval: 25 };

export async function storedHits({ database }: TestService): Promise<HitRow[]> {
  return database.db.selectFrom('hits').selectAll().orderBy('at').execute();
}

/** Resolves when there are so many, which are then all. */
export async function recordedHits(service: TestService, count: number): Promise<HitRow[]> {
  await vi.waitFor(
    async () => expect((await storedHits(service)).length).toBeGreaterThanOrEqual(count),
    patience,
  );
  const hits = await storedHits(service);
  expect(hits.length).toBe(count);
  return hits;
}
