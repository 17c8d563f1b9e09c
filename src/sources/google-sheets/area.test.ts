import { expect, test } from 'vitest';
import { rangeInAddress } from './area.ts';

test.each([
  ['CRM26', "'CRM26'!B3:AB7"],
  ["It's: A!B", "'It''s: A!B'!B3:AB7"],
  ['100 % & more/less?', "'100 % & more/less?'!B3:AB7"],
  ['\ud800', "'\ufffd'!B3:AB7"],
])('the sheet %j is quoted', (sheetTitle, range) => {
  const address = rangeInAddress({ sheetTitle, top: 2, bottom: 7, left: 1, right: 28 });
  expect(decodeURIComponent(address)).toBe(range);
  expect(address).not.toMatch(/[ &?/#]/);
});
