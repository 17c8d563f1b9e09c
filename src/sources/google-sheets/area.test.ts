import { expect, test } from 'vitest';
import { columnLetters, rangeInAddress } from './area.ts';

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [18_277, 'ZZZ'],
])('column %d is %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters);
});

test.each([
  ['CRM26', "'CRM26'!B3:AB7"],
  ["It's: A!B", "'It''s: A!B'!B3:AB7"],
  ['100 % & more/less?', "'100 % & more/less?'!B3:AB7"],
  ['\ud800', "'\ufffd'!B3:AB7"],
])('the sheet %j is quoted', (sheetTitle, range) => {
  const written = rangeInAddress({ sheetTitle, top: 2, bottom: 7, left: 1, right: 28 });
  expect(decodeURIComponent(written)).toBe(range);
  expect(written).not.toMatch(/[ &?/#]/);
});
