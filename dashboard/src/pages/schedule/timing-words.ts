/** When a schedule runs, in words. */
import type { Answer } from '../../api-client.ts';

export type Timing = Answer<'GET /api/schedules/:id'>['timing'];
export type Weekday = NonNullable<Timing['weekday']>;

export const cadences = ['daily', 'weekly', 'monthly'] as const satisfies readonly Timing['cadence'][];

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[];

/** The day of a month that stands for its last. */
export const lastDay = 31;

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** “Every Monday at 07:30, Europe/Berlin”. */
export function timingWords({ cadence, at, zone, weekday, day }: Timing): string {
  const days = {
    daily: 'Every day',
    weekly: `Every ${capitalised(weekday ?? '')}`,
    monthly: day === lastDay ? 'Last day of every month' : `Day ${day} of every month`,
  }[cadence];
  return `${days} at ${at}, ${zone}`;
}

/** Names of the IANA database that this browser knows, and those given. */
export function zonesWith(...given: readonly string[]): string[] {
  return [...new Set([...given, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
