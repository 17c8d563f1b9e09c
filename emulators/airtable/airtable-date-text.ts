/**
 * Dates and times as displayed text (`cellFormat=string`): in the format of the field and the time zone of the
 * request.
 */
import { z } from 'zod';

const formatOptions = z.object({
  dateFormat: z.object({ name: z.string() }).optional().catch(undefined),
  timeFormat: z.object({ name: z.string() }).optional().catch(undefined),
});

interface Moment {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

/** Returns a formatter for the cell's JSON value. */
export function dateText(options: unknown, timeZone: string): (value: string) => string {
  const { dateFormat, timeFormat } = formatOptions.catch({}).parse(options);
  const clock = clockOf(timeZone);
  return (value) => {
    const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
    if (year) return dayText({ year, month, day }, dateFormat?.name);
    const date = new Date(value);
    if (Number.isNaN(date.getTime())) return value;
    const moment = momentOf(clock, date);
    return `${dayText(moment, dateFormat?.name)} ${timeText(moment, timeFormat?.name)}`;
  };
}

export function isTimeZone(text: string): boolean {
  try {
    return Boolean(clockOf(text));
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timeZone, clock);
  return clock;
}

function momentOf(clock: Intl.DateTimeFormat, date: Date): Moment {
  const parts = Object.fromEntries(clock.formatToParts(date).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { year, month, day, hour, minute };
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

function dayText({ year, month, day }: Pick<Moment, 'year' | 'month' | 'day'>, format = 'local'): string {
  if (format === 'iso') return `${year}-${month}-${day}`;
  if (format === 'friendly') return `${months[Number(month) - 1]} ${Number(day)}, ${year}`;
  if (format === 'european') return `${Number(day)}/${Number(month)}/${year}`;
  return `${Number(month)}/${Number(day)}/${year}`;
}

function timeText({ hour, minute }: Moment, format = '12hour'): string {
  if (format === '24hour') return `${hour}:${minute}`;
  return `${Number(hour) % 12 || 12}:${minute}${Number(hour) < 12 ? 'am' : 'pm'}`;
}
