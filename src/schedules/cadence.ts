/**
 * When a scheduled job runs: daily, weekly or monthly, at a time of day in an IANA time zone. What an owner wrote is
 * checked here, once (contract 1.7.1).
 */
import { inputRefused } from '../errors/refused-error.ts';

export const cadences = ['daily', 'weekly', 'monthly'] as const;

type Cadence = (typeof cadences)[number];

/** In the order of ISO 8601: Monday is 1. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export interface Schedule {
  readonly cadence: Cadence;
  /** `HH:MM`. */
  readonly at: string;
  /** IANA. */
  readonly zone: string;
  /** 1 is Monday; null unless weekly. */
  readonly weekday: number | null;
  /** 31 is the last day of any month; null unless monthly. */
  readonly day: number | null;
}

/** As an owner writes it. */
export interface WrittenSchedule {
  readonly cadence: string | undefined;
  readonly at: string | undefined;
  readonly zone: string | undefined;
  readonly weekday: string | undefined;
  readonly day: string | undefined;
}

export function readSchedule(written: WrittenSchedule): Schedule {
  const cadence = cadences.find((each) => each === written.cadence);
  if (cadence === undefined) {
    throw inputRefused(`The cadence must be one of ${cadences.join(', ')}.`, 'cadence');
  }
  return {
    cadence,
    at: readTime(written.at),
    zone: readZone(written.zone),
    weekday: readWeekday(cadence, written.weekday),
    day: readDay(cadence, written.day),
  };
}

function readTime(at = ''): string {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) return at;
  throw inputRefused(
    `The time must be HH:MM from 00:00 to 23:59, such as 07:30, not ${JSON.stringify(at)}.`,
    'at',
  );
}

/** In the spelling of the time zone database; an offset such as `+02:00` is no zone. */
function readZone(zone = ''): string {
  try {
    if (/^[A-Za-z]/.test(zone)) return new Temporal.ZonedDateTime(0n, zone).timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw inputRefused(
    `The time zone must be a name of the IANA database, such as Europe/Berlin or UTC, not ${JSON.stringify(zone)}.`,
    'zone',
  );
}

function readWeekday(cadence: Cadence, weekday: string | undefined): number | null {
  if (cadence !== 'weekly') return absent('weekday', 'weekly', weekday);
  const names: readonly string[] = weekdays;
  const at = names.indexOf(weekday?.toLowerCase() ?? '');
  if (at === -1) {
    throw inputRefused(`A weekly job needs a weekday: one of ${weekdays.join(', ')}.`, 'weekday');
  }
  return at + 1;
}

function readDay(cadence: Cadence, day: string | undefined): number | null {
  if (cadence !== 'monthly') return absent('day', 'monthly', day);
  if (/^(?:[1-9]|[12]\d|3[01])$/.test(day ?? '')) return Number(day);
  throw inputRefused(
    'A monthly job needs a day of the month from 1 to 31; 31 is the last day of any month.',
    'day',
  );
}

function absent(what: 'weekday' | 'day', cadence: Cadence, value: string | undefined): null {
  if (value === undefined) return null;
  throw inputRefused(`Only a ${cadence} job has a ${what}; leave it out.`, what);
}
