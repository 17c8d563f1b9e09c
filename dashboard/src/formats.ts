/** Numbers and sizes as the reader's own language writes them; days and times in one way, “Dec 16, 2026, 07:30”. */

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat();
const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
/** As schedules are set: 24 hours. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const localMoment = new Intl.DateTimeFormat('en-US', { ...day, ...clock, second: '2-digit' });
const calendarDay = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' });
const localDay = new Intl.DateTimeFormat('en-US', day);

export const numberText = (value: number): string => whole.format(value);
/** “1 proxy”, “2 proxies”. */
export const countText = (count: number, one: string, many: string): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;
export const shortNumberText = (value: number): string => compact.format(value);

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${size.format(bytes / 1_000 ** step)} ${units[step]}`;
}

/** As limits of the service count them: 200 MB are 200 × 1024 × 1024. */
export const limitText = (bytes: number): string => `${whole.format(Math.round(bytes / 1024 / 1024))} MB`;

/** In the same unit, with one decimal; what there is of is never 0. */
export function preciseLimitText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes > 0 && megabytes < 0.1 ? `under ${size.format(0.1)} MB` : `${size.format(megabytes)} MB`;
}

export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${size.format(ms / 1_000)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export const momentText = (iso: string): string => localMoment.format(new Date(iso));
export const dayText = (iso: string): string => localDay.format(new Date(iso));
export const utcText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** On a clock in the zone, which is named: “Mon, Nov 16, 2026, 07:30 GMT+1”. */
export function zonedText(iso: string, zone: string): string {
  try {
    const zoned = { ...day, ...clock, weekday: 'short', timeZone: zone, timeZoneName: 'short' } as const;
    return new Intl.DateTimeFormat('en-US', zoned).format(new Date(iso));
  } catch {
    // The browser may know fewer zones than the service.
    return utcText(iso);
  }
}

/** A day of the calendar, `YYYY-MM-DD`, wherever the reader is. */
export const calendarDayText = (day: string): string => calendarDay.format(new Date(`${day}T00:00:00Z`));

const steps = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** “3 minutes ago”, “in 2 hours”. */
export function relativeText(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : relative.format(0, 'second');
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Prices are in US dollars, whatever the language. */
export const moneyText = (cents: number): string => dollars.format(cents / 100);
