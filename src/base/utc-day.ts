/** The day of a moment, `YYYY-MM-DD` in UTC; pure. */

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
