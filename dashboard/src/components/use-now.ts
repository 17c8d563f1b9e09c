/** The time, new every half minute for all who show it: one clock, however many moments a page has. */
import { useSyncExternalStore } from 'react';

const everyMs = 30_000;
const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, everyMs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function currentNow(): number {
  if (Date.now() - now >= everyMs) now = Date.now();
  return now;
}

export const useNow = (): number => useSyncExternalStore(subscribe, currentNow);
