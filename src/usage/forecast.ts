/** When the credits of an account are used up if it goes on as in the last days; pure. */

const day = 24 * 60 * 60 * 1_000;

export interface Forecast {
  readonly creditsPerDay: number;
  /** Null: not before new ones come, or nobody knows. */
  readonly usedUpAt: number | null;
}

export interface Spending {
  /** Null for no limit. */
  readonly credits: number | null;
  /** Null: no new ones come. */
  readonly cycleEnds: number | null;
  /** In the last days. */
  readonly used: number;
  readonly days: number;
}

export function forecastOf({ credits, cycleEnds, used, days }: Spending, at: number): Forecast {
  const creditsPerDay = used / days;
  if (credits === null || creditsPerDay === 0) return { creditsPerDay, usedUpAt: null };
  const usedUpAt = Math.round(at + (credits / creditsPerDay) * day);
  return { creditsPerDay, usedUpAt: cycleEnds !== null && usedUpAt >= cycleEnds ? null : usedUpAt };
}
