/** When the credits will be used up if they go on being used as in the last days (section 2); pure. */

const dayMs = 24 * 60 * 60 * 1_000;
/** Further than a plan looks. */
const furthestMs = 3 * 365 * dayMs;

export interface Pace {
  /** Null: without limit. */
  readonly credits: number | null;
  /** Credits used in the last `days`. */
  readonly used: number;
  readonly days: number;
  /** When the account was made: a young one is measured by its own days. */
  readonly since: number;
  readonly now: number;
}

export interface Forecast {
  readonly creditsADay: number | null;
  readonly lastsUntil: number | null;
}

export function forecast({ credits, used, days, since, now }: Pace): Forecast {
  if (credits === null || used === 0) return { creditsADay: null, lastsUntil: null };
  const measured = Math.min(days, Math.max(1, Math.ceil((now - since) / dayMs)));
  const creditsADay = used / measured;
  const lasting = Math.min((credits / creditsADay) * dayMs, furthestMs);
  return { creditsADay, lastsUntil: Math.round(now + lasting) };
}
