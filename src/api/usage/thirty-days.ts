/** Thirty days up to today in UTC, the oldest first, those without a hit too; pure. */
import { firstOfDays } from '../../usage/day-sums.ts';
import type { UsageDay } from '../../usage/usage-store.ts';
import type { Answer } from '../api.ts';

export const chartDays = 30;

export function everyDay(recorded: readonly UsageDay[], now: number): Answer<'GET /api/usage'>['days'] {
  const byDay = new Map(recorded.map((day) => [day.day, day]));
  return Array.from({ length: chartDays }, (_, index) => {
    const day = firstOfDays(now, chartDays - index);
    const { hits = 0, failed = 0, credits = 0, rows = 0, bytes = 0 } = byDay.get(day) ?? {};
    return { day, hits, failed, credits, rows, bytes };
  });
}
