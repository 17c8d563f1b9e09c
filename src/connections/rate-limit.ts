/**
 * Waits until a call may leave, so that the service never exceeds a platform's rate limit by itself (section 8).
 * The calls of this process wait in line, each for its own turn; one that is aborted takes no slot from the
 * others. The database decides between processes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimit } from '../platform.ts';
import type { Database } from '../storage/database.ts';
import { unlessAborted } from '../unless-aborted.ts';
import {
  createSlots,
  freeSlots,
  type Slot,
  stampArrived,
  type TakenSlot,
  takeSlot,
  timeToSlot,
} from './rate-limit-store.ts';

/** A call that may leave now. */
export interface Departure {
  /** To be called when its response came. */
  arrived(): Promise<void>;
  /** To be called when there will be none: it may be on its way still. */
  lost(): Promise<void>;
}

/** A call that was cut off arrives within this, or never. */
const lateMs = 1_000;

/** One is free, but another process is just taking it. */
const crowdedMs = 2;

const queues = new WeakMap<Database, Map<string, Promise<unknown>>>();

/** Throws when the signal is aborted first. */
export async function waitForRateLimits(
  database: Database,
  limits: readonly RateLimit[],
  signal: AbortSignal,
): Promise<Departure> {
  const taken: TakenSlot[] = [];
  try {
    for (const limit of limits) {
      const turn = inTurn(database, limit.key, () => waitForSlot(database, limit, signal));
      taken.push({ limit, ...(await unlessAborted(turn, signal)) });
    }
  } catch (error) {
    await freeSlots(database, taken);
    throw error;
  }
  return {
    arrived: () => stampArrived(database, taken),
    lost: () => stampArrived(database, taken, lateMs),
  };
}

async function waitForSlot(database: Database, limit: RateLimit, signal: AbortSignal): Promise<Slot> {
  for (;;) {
    signal.throwIfAborted();
    const slot = await takeSlot(database, limit);
    if (slot && signal.aborted) await freeSlots(database, [{ limit, ...slot }]);
    else if (slot) return slot;
    const wait = await timeToSlot(database, limit);
    if (wait === undefined) await createSlots(database, limit);
    // A slot whose call is on its way may be free that soon.
    else await delay(Math.min(Math.max(wait, crowdedMs), limit.perMs), undefined, { signal });
  }
}

/** One after another for each key; a key is dropped with its last turn. */
function inTurn<T>(database: Database, key: string, wait: () => Promise<T>): Promise<T> {
  const queue = queues.get(database) ?? new Map<string, Promise<unknown>>();
  queues.set(database, queue);
  const turn = (queue.get(key) ?? Promise.resolve()).then(wait, wait);
  queue.set(key, turn);
  const leave = (): void => {
    if (queue.get(key) === turn) queue.delete(key);
  };
  turn.then(leave, leave);
  return turn;
}
