/**
 * Whether the database answers, for load balancers that ask every second: one question at a time, whose answer all
 * who ask meanwhile share, and which is good for a moment (contract 4.1.2).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database/database.ts';

const timeLimitMs = 1_500;
const goodForMs = 500;

export function databaseCheck({ db }: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let answered = false;
  const ask = async (): Promise<boolean> => {
    answered = await db
      .selectFrom('schema_version')
      .select('version')
      .executeTakeFirst()
      .then(
        () => true,
        () => false,
      );
    answeredAt = performance.now();
    asking = undefined;
    return answered;
  };
  return async () => {
    if (performance.now() - answeredAt < goodForMs) return answered;
    asking ??= ask();
    const late = new AbortController();
    const inTime = pause(timeLimitMs, false, { signal: late.signal, ref: false }).catch(() => false);
    try {
      return await Promise.race([asking, inTime]);
    } finally {
      late.abort();
    }
  };
}
