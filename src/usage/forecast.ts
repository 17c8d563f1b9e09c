/** How many credits a billing cycle will have used at its end, at the pace of the last seven days (section 2); pure. */

const dayMs = 24 * 60 * 60 * 1_000;
export const paceDays = 7;

export interface Pace {
  readonly used: number;
  /** Of the last seven days. */
  readonly recently: number;
  readonly now: number;
  readonly cycleEnds: number;
}

export function forecastOf({ used, recently, now, cycleEnds }: Pace): number {
  const daysLeft = Math.max(0, cycleEnds - now) / dayMs;
  return Math.round(used + (recently / paceDays) * daysLeft);
}

/** When that pace has used up what is left; null if it does not before the cycle ends. */
export function lastsUntil(pace: Omit<Pace, 'used'>, left: number): number | null {
  const { recently, now, cycleEnds } = pace;
  if (recently <= 0) return null;
  const until = now + (left / (recently / paceDays)) * dayMs;
  return until < cycleEnds ? Math.round(until) : null;
}
