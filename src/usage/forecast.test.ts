import { expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const day = 24 * 60 * 60 * 1_000;
const pace = { credits: 50, used: 35, days: 7, since: now - 100 * day, now };

it.each([
  ['as many days as credits are left for', {}, { creditsADay: 5, lastsUntil: now + 10 * day }],
  [
    'a young account by its own days',
    { since: now - 2 * day + 1 },
    { creditsADay: 17.5, lastsUntil: now + (50 / 17.5) * day },
  ],
  ['no credits left', { credits: 0 }, { creditsADay: 5, lastsUntil: now }],
  ['nothing used', { used: 0 }, { creditsADay: null, lastsUntil: null }],
  ['no limit', { credits: null }, { creditsADay: null, lastsUntil: null }],
  ['no further than three years', { credits: 1e9 }, { creditsADay: 5, lastsUntil: now + 3 * 365 * day }],
])('%s', (_name, change, expected) => {
  const found = forecast({ ...pace, ...change });
  expect(found).toEqual({
    creditsADay: expected.creditsADay,
    lastsUntil: expected.lastsUntil === null ? null : Math.round(expected.lastsUntil),
  });
});
