import { expect, test } from 'vitest';
import { isoKind, plainDate, plainDateTime } from './written-date.ts';

test.each([
  ['2026-12-31', 'year', '2026-12-31'],
  ['2026/1/5', 'year', '2026-01-05'],
  ['31.12.2026', 'day', '2026-12-31'],
  ['31.12.26', 'day', '2026-12-31'],
  ['31/12/1999', 'day', '1999-12-31'],
  ['12/31/2026', 'month', '2026-12-31'],
  ['31 Dec 2026', 'day', '2026-12-31'],
  ['31 Dec 2026', 'month', '2026-12-31'],
  ['31-Dec-26', 'day', '2026-12-31'],
  ['December 31, 2026', 'day', '2026-12-31'],
  ['Thu, 31 Dec 2026', 'day', '2026-12-31'],
  ['31.12.2026 00:00', 'day', '2026-12-31'],
  ['29.02.2024', 'day', '2024-02-29'],
] as const)('%j, %s first, is %s', (written, order, iso) => {
  expect(plainDate(written, order)).toBe(iso);
});

test.each([
  ['12/31/2026', 'day'],
  ['31/12/2026', 'month'],
  ['29.02.2026', 'day'],
  ['2026-12-31', 'day'],
  ['31.12.2026', 'year'],
  ['31.12.2026 17:05', 'day'],
  ['12', 'day'],
  ['1.2.3', 'day'],
  ['', 'day'],
] as const)('%j, %s first, is no date', (written, order) => {
  expect(plainDate(written, order)).toBeNull();
});

test.each([
  ['2026-12-31 17:05', 'year', '2026-12-31T17:05:00'],
  ['2026-12-31T17:05:09.5Z', 'year', '2026-12-31T17:05:09.5Z'],
  ['2026-12-31T17:05:09+0130', 'year', '2026-12-31T17:05:09+01:30'],
  ['12/31/2026 5:05 PM', 'month', '2026-12-31T17:05:00'],
  ['31.12.2026, 12:00 am', 'day', '2026-12-31T00:00:00'],
  ['31.12.2026', 'day', '2026-12-31T00:00:00'],
] as const)('%j, %s first, is the moment %s', (written, order, iso) => {
  expect(plainDateTime(written, order)).toBe(iso);
});

test.each([
  ['2026-12-31', 'date'],
  ['2026-12-31T17:05:00Z', 'datetime'],
  ['2026-12-31 17:05', 'datetime'],
  ['2026-02-30', undefined],
  ['2026-1-5', undefined],
  ['2026-12-31T25:00', undefined],
  ['2026-12-31x', undefined],
])('%j is %s by itself', (text, kind) => {
  expect(isoKind(text)).toBe(kind);
});
