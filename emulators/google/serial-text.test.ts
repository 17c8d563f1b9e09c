import { expect, it } from 'vitest';
import { serialText } from './serial-text.ts';

it.each([
  [45_413, 'yyyy-mm-dd', '2024-05-01'],
  [45_413, 'm/d/yyyy', '5/1/2024'],
  [45_413, 'dd.mm.yy', '01.05.24'],
  [45_413, 'mmmm yyyy', 'May 2024'],
  [45_413, 'ddd, mmm d', 'Wed, May 1'],
  [45_413.4375, 'm/d/yyyy h:mm:ss', '5/1/2024 10:30:00'],
  [45_413.4375, 'yyyy-mm-dd"T"hh:mm', '2024-05-01T10:30'],
  [45_413.9375, 'h:mm AM/PM', '10:30 PM'],
  [0.5 / 24, 'h:mm AM/PM', '12:30 AM'],
  [0.4375, 'h:mm:ss', '10:30:00'],
  [26.25 / 24, '[h]:mm:ss', '26:15:00'],
  [-1.5 / 24, '[h]:mm:ss', '-1:30:00'],
  [90 / 1440, '[mm]:ss', '90:00'],
  [1.5 / 86_400, 'ss.000', '01.500'],
  [0, 'yyyy-mm-dd', '1899-12-30'],
  [-1, 'yyyy-mm-dd', '1899-12-29'],
  [61, 'yyyy-mm-dd', '1900-03-01'],
  [1 - 1e-9, 'm/d/yyyy h:mm:ss', '12/31/1899 0:00:00'],
])('%s by %s is %s', (serial, pattern, expected) => {
  expect(serialText(serial, pattern)).toBe(expected);
});
