/**
 * The next run of a million random schedules at random moments, in every time zone: each strictly later, and at the
 * right time on a clock there, as the formatter of the language shows it. Only finding it is measured.
 */
import { cadences, type Schedule } from '../src/schedules/cadence.ts';
import { nextRun } from '../src/schedules/next-run.ts';
import { randomNumbers } from '../tests/support/random-numbers.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Figure, within } from './figure.ts';

const barSeconds = 20;
/** A clock change may skip the time; that is rarer than this. */
const rarelySkipped = 0.002;
const zones = Intl.supportedValuesOf('timeZone');
const formatters = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  ]),
);

export async function nextRuns({ quick }: BenchWorld): Promise<Figure[]> {
  const count = quick ? 100_000 : 1_000_000;
  const random = randomNumbers(1);
  let ms = 0;
  let skipped = 0;
  for (let each = 0; each < count; each++) {
    const schedule = randomSchedule(random);
    const after = Math.floor(random() * Date.UTC(2090, 0, 1));
    const began = performance.now();
    const run = nextRun(schedule, after);
    ms += performance.now() - began;
    if (run <= after) throw new Error(`not later: ${JSON.stringify({ schedule, after, run })}`);
    if (formatters.get(schedule.zone)?.format(run) !== schedule.at) skipped += 1;
  }
  const share = (100 * skipped) / count;
  return [
    within(`next run, ${count.toLocaleString('en')} schedules`, ms / 1_000, barSeconds, 's'),
    within('next run at another time, because that one is skipped', share, 100 * rarelySkipped, '%'),
  ];
}

function randomSchedule(random: () => number): Schedule {
  const below = (end: number): number => Math.floor(random() * end);
  const cadence = cadences[below(3)] ?? 'daily';
  const minute = below(1_440);
  return {
    cadence,
    at: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    zone: zones[below(zones.length)] ?? 'UTC',
    weekday: cadence === 'weekly' ? 1 + below(7) : null,
    day: cadence === 'monthly' ? 1 + below(31) : null,
  };
}
