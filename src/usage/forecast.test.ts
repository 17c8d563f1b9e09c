/** How long credits last at the pace of the last days. */
import { expect, it } from 'vitest';
import { forecastOf, usedUntil } from './forecast.ts';

const day = 24 * 60 * 60 * 1_000;
const at = Date.UTC(2026, 10, 16);
const longAgo = at - 100 * day;

it('at the pace of seven days', () => {
  const spending = { credits: 50, cycleEnds: at + 20 * day, createdAt: longAgo, used: 35 };
  const forecast = forecastOf(spending, at);
  expect(forecast).toEqual({ creditsPerDay: 5, usedUpAt: at + 10 * day });
  expect(usedUntil(at + 20 * day, forecast, at)).toBe(100);
});

it('of a young account the days that it has lived', () => {
  const spending = { credits: 10, cycleEnds: null, createdAt: at - 1.5 * day, used: 4 };
  expect(forecastOf(spending, at)).toEqual({ creditsPerDay: 2, usedUpAt: at + 5 * day });
});

it.each([
  { credits: 500, used: 7, creditsPerDay: 1, because: 'new ones come before' },
  {
    credits: 1e12,
    used: 7,
    cycleEnds: null,
    creditsPerDay: 1,
    because: 'it is further away than anybody can tell',
  },
  { credits: null, used: 7, creditsPerDay: 1, because: 'there is no limit' },
  { credits: 10, used: 0, creditsPerDay: 0, because: 'nothing is used' },
])('never, because $because', ({ credits, used, cycleEnds = at + 20 * day, creditsPerDay }) => {
  const spending = { credits, used, cycleEnds, createdAt: longAgo };
  expect(forecastOf(spending, at)).toEqual({ creditsPerDay, usedUpAt: null });
});
