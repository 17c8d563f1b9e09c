/** How often what is looked at is asked for again: every 3 s, every minute while nobody touches mouse or keys. */
import { useIdle } from '@mantine/hooks';

const watchedMs = 3_000;
const idleMs = 60_000;
const idleAfterMs = 2 * 60_000;

/** While the page is hidden nothing is asked at all. */
export function useWatchInterval(): number {
  return useIdle(idleAfterMs, { initialState: false }) ? idleMs : watchedMs;
}
