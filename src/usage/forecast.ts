/** How long the credits of an account last if it goes on as in the last seven days; pure. */
import { dayMs } from '../base/durations.ts';

export const paceDays = 7;
/** Nobody can tell what is further away. */
const farDays = 3 * 365;

interface Spending {
  /** Null for no limit. */
  readonly credits: number | null;
  /** Null: no new ones come. */
  readonly cycleEnds: number | null;
  readonly createdAt: number;
  /** In the last seven days. */
  readonly used: number;
}

interface Forecast {
  readonly creditsPerDay: number;
  /** Null: not before new ones come, or nobody knows. */
  readonly usedUpAt: number | null;
}

export function forecastOf({ credits, cycleEnds, createdAt, used }: Spending, at: number): Forecast {
  const days = Math.min(paceDays, Math.max(1, Math.ceil((at - createdAt) / dayMs)));
  const creditsPerDay = used / days;
  if (credits === null || creditsPerDay === 0) return { creditsPerDay, usedUpAt: null };
  const usedUpAt = Math.round(at + (credits / creditsPerDay) * dayMs);
  return { creditsPerDay, usedUpAt: usedUpAt < (cycleEnds ?? at + farDays * dayMs) ? usedUpAt : null };
}

/** What the cycle will have used at its end, beside what it has used already. */
export function usedUntil(cycleEnds: number, { creditsPerDay }: Forecast, at: number): number {
  return Math.round((creditsPerDay * Math.max(0, cycleEnds - at)) / dayMs);
}
