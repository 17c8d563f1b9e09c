/**
 * Waits until a call may leave, so that we never exceed a platform's limit by our own doing (section 8). The
 * calls of this process wait in line, each for its own turn: who leaves the line has taken nothing from the
 * others. The database decides between processes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimit } from '../platform.ts';
import type { Database } from '../storage/database.ts';
import {
  createSlots,
  type Slot,
  stampAnswered,
  type TakenSlot,
  takeSlot,
  timeToSlot,
} from './rate-limit-store.ts';

/** A call that may leave now. */
export interface Departure {
  /** To be told when it was answered or has failed. */
  arrived(): Promise<void>;
}

/** One is free, but another process is just taking it. */
const crowdedMs = 2;

const queues = new WeakMap<Database, Map<string, Promise<unknown>>>();

/** Throws when the signal ends first. */
export async function waitForRateLimits(
  database: Database,
  allowances: readonly RateLimit[],
  signal: AbortSignal,
): Promise<Departure> {
  const taken: TakenSlot[] = [];
  for (const allowance of allowances) {
    const turn = inTurn(database, allowance.key, () => waitForSlot(database, allowance, signal));
    taken.push({ allowance, ...(await unlessEnded(turn, signal)) });
  }
  return { arrived: () => stampAnswered(database, taken) };
}

/** Nobody has to stay in line who is no longer waited for. */
async function unlessEnded<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([turn, ended]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function waitForSlot(database: Database, allowance: RateLimit, signal: AbortSignal): Promise<Slot> {
  for (;;) {
    signal.throwIfAborted();
    const slot = await takeSlot(database, allowance);
    if (slot) return slot;
    const wait = await timeToSlot(database, allowance);
    if (wait === undefined) await createSlots(database, allowance);
    else await delay(Math.max(wait, crowdedMs), undefined, { signal });
  }
}

/** One after another for each key. */
function inTurn<T>(database: Database, key: string, ask: () => Promise<T>): Promise<T> {
  const queue = queues.get(database) ?? new Map<string, Promise<unknown>>();
  queues.set(database, queue);
  const turn = (queue.get(key) ?? Promise.resolve()).then(ask, ask);
  queue.set(key, turn);
  const leave = (): void => {
    if (queue.get(key) === turn) queue.delete(key);
  };
  turn.then(leave, leave);
  return turn;
}
