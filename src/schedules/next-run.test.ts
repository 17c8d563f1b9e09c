import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzed } from '../../tests/support/fuzzed.ts';
import { cadences, type Schedule } from './cadence.ts';
import { nextRun } from './next-run.ts';

const zones = Intl.supportedValuesOf('timeZone');
const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    cadence: fc.constantFrom(...cadences),
    minute: fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 200 })),
    zone: fc.constantFrom(...zones),
    weekday: fc.integer({ min: 1, max: 7 }),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(28, 29, 30, 31)),
  })
  .map(({ cadence, minute, zone, weekday, day }) => ({
    cadence,
    at: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    zone,
    weekday: cadence === 'weekly' ? weekday : null,
    day: cadence === 'monthly' ? day : null,
  }));

const moments = fc.integer({ min: Date.UTC(1970, 0, 3), max: Date.UTC(2099, 0, 1) });

/** Any moment, or one within a day of a clock change of the zone. */
const cases = fc
  .tuple(schedules, moments, fc.option(fc.integer({ min: -dayMs, max: dayMs })))
  .map(([schedule, moment, beside]): [Schedule, number] => {
    const change = beside === null ? null : zoned(moment, schedule.zone).getTimeZoneTransition('next');
    return [schedule, change ? change.epochMilliseconds + (beside ?? 0) : moment];
  });

describe('the next run', () => {
  it('is the first due time after the moment, in every zone, across clock changes and month ends', () => {
    fc.assert(
      fc.property(cases, ([schedule, after]) => {
        expect(nextRun(schedule, after)).toBe(firstDueAfter(schedule, after));
      }),
      { numRuns: fuzzed(1_500) },
    );
  });

  it('is strictly later and shows the right time on a clock there, unless that time is skipped', () => {
    fc.assert(
      fc.property(cases, ([schedule, after]) => {
        const run = nextRun(schedule, after);
        expect(run).toBeGreaterThan(after);
        const shown = shownAt(run, schedule.zone);
        if (shown !== schedule.at) expect(isSkipped(schedule, run)).toBe(true);
      }),
      { numRuns: fuzzed(3_000) },
    );
  });

  it('comes once for every day of the schedule: no day is left out, none twice', () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, after) => {
        const days = { daily: 1, weekly: 7, monthly: 31 }[schedule.cadence];
        let last = nextRun(schedule, after);
        for (let count = 0; count < 12; count++) {
          const run = nextRun(schedule, last);
          expect(run - last).toBeLessThanOrEqual((days + 1.1) * dayMs);
          last = run;
        }
      }),
      { numRuns: fuzzed(300) },
    );
  });

  const berlin = { zone: 'Europe/Berlin', weekday: null, day: null } as const;
  it.each([
    [
      'a skipped time runs at the next valid minute',
      '02:30',
      '2026-03-28T12:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['and the day after at its own time', '02:30', '2026-03-29T01:00Z', '2026-03-30T00:30:00.000Z'],
    ['a repeated time runs the first time', '02:30', '2026-10-24T12:00Z', '2026-10-25T00:30:00.000Z'],
    ['and not the second', '02:30', '2026-10-25T00:30Z', '2026-10-26T01:30:00.000Z'],
    [
      'at its own moment it is due again a day later',
      '07:00',
      '2026-06-01T05:00Z',
      '2026-06-02T05:00:00.000Z',
    ],
  ])('%s', (_, at, after, run) => {
    expect(iso(nextRun({ ...berlin, cadence: 'daily', at }, Date.parse(after)))).toBe(run);
  });

  it.each([
    [31, '2026-01-31T12:00Z', '2026-02-28T00:00:00.000Z'],
    [31, '2028-01-31T12:00Z', '2028-02-29T00:00:00.000Z'],
    [29, '2026-02-01T00:00Z', '2026-02-28T00:00:00.000Z'],
    [30, '2026-12-30T00:00Z', '2027-01-30T00:00:00.000Z'],
    [31, '2026-03-31T00:00Z', '2026-04-30T00:00:00.000Z'],
    [1, '2026-12-31T23:59Z', '2027-01-01T00:00:00.000Z'],
  ])('day %i after %s is %s', (day, after, run) => {
    const monthly = { cadence: 'monthly', at: '00:00', zone: 'UTC', weekday: null, day } as const;
    expect(iso(nextRun(monthly, Date.parse(after)))).toBe(run);
  });

  it('a day that a zone left out runs once, when the next began', () => {
    const apia = { cadence: 'daily', at: '10:00', zone: 'Pacific/Apia', weekday: null, day: null } as const;
    const first = nextRun(apia, Date.parse('2011-12-29T21:00Z'));
    expect([iso(first), iso(nextRun(apia, first))]).toEqual([
      '2011-12-30T10:00:00.000Z',
      '2011-12-30T20:00:00.000Z',
    ]);
  });
});

const iso = (at: number): string => new Date(at).toISOString();

function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** The plain form: every day from two before to forty after, each looked up by Temporal. */
function firstDueAfter(schedule: Schedule, after: number): number {
  const today = zoned(after, schedule.zone).toPlainDate();
  for (let days = -2; days <= 40; days++) {
    const date = today.add({ days });
    const due = isDay(schedule, date) ? dueOn(date, schedule) : after;
    if (due > after) return due;
  }
  throw new Error('not due within forty days');
}

function isDay({ cadence, weekday, day }: Schedule, date: Temporal.PlainDate): boolean {
  if (cadence === 'weekly') return date.dayOfWeek === weekday;
  return cadence === 'daily' || date.day === Math.min(day ?? 31, date.daysInMonth);
}

function dueOn(date: Temporal.PlainDate, { at, zone }: Schedule): number {
  const local = date.toPlainDateTime(at);
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  const change = earlier.getTimeZoneTransition('next') ?? earlier;
  return change.round({ smallestUnit: 'minute', roundingMode: 'ceil' }).epochMilliseconds;
}

/** By the formatter of the language, which knows nothing of Temporal. */
function shownAt(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Whether a clock change that has just been skips the time. */
function isSkipped({ at, zone }: Schedule, run: number): boolean {
  const change = zoned(run + 1, zone).getTimeZoneTransition('previous');
  if (!change || run - change.epochMilliseconds >= 60_000) return false;
  const before = zoned(change.epochMilliseconds - 1, zone).toPlainDateTime();
  const after = change.toPlainDateTime();
  return [before.toPlainDate(), after.toPlainDate()].some((date) => {
    const local = date.toPlainDateTime(at);
    return [local, local.add({ days: 1 })].some(
      (each) =>
        Temporal.PlainDateTime.compare(each, before) > 0 && Temporal.PlainDateTime.compare(each, after) < 0,
    );
  });
}
