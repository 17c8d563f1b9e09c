/**
 * Previews are free, so their time is bounded: each account may use so many seconds of the machine's time, which come
 * back evenly within a minute. What counts is the time of statements in their processes, of reading an upload and of
 * rendering; not what waits. It is kept in the memory of each process, and few words for each account (contract 8.3.4).
 */

import { LRUCache } from 'lru-cache';
import { minuteMs } from '../../base/durations.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import type { Spent } from '../../export/run-sample.ts';

/** A preview under way counts for so much, so that many at once are not begun for nothing. */
const reservedMs = 1_000;
const maxRemembered = 10_000;

interface Used {
  readonly ms: number;
  readonly at: number;
}

const usedTimes = new WeakMap<ExportContext, LRUCache<string, Used>>();

export interface PreviewTime extends Disposable {
  readonly spent: Spent;
}

/** Refuses if the account has used up its time; what is used is counted also after the preview is over. */
export function takePreviewTime(context: ExportContext, accountId: string): PreviewTime {
  const used = usedTimes.get(context) ?? new LRUCache<string, Used>({ max: maxRemembered });
  usedTimes.set(context, used);
  const budgetMs = context.config.previewSeconds * 1_000;
  const left = (now: number): number => {
    const { ms, at } = used.get(accountId) ?? { ms: 0, at: now };
    return Math.max(0, ms - ((now - at) * budgetMs) / minuteMs);
  };
  const spent: Spent = (ms) => {
    const now = performance.now();
    used.set(accountId, { ms: Math.max(0, left(now) + ms), at: now });
  };
  const over = left(performance.now()) - budgetMs;
  if (over >= 0) throw timeUsed(Math.max(1, Math.ceil((over * 60) / budgetMs)));
  spent(reservedMs);
  return { spent, [Symbol.dispose]: () => spent(-reservedMs) };
}

function timeUsed(seconds: number): ServiceError {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new ServiceError('previewTimeUsed', { placeholders: { wait }, retryAfterSeconds: seconds });
}
