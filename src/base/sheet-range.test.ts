import { describe, expect, it } from 'vitest';
import { columnLetters, rangeText } from './sheet-range.ts';

describe('rangeText', () => {
  const range = { firstRow: 2, lastRow: 10, firstColumn: 1, lastColumn: 28 };

  it.each([
    ['Sheet1', "'Sheet1'!A2:AB10"],
    ['CRM26', "'CRM26'!A2:AB10"],
    ["Bob's: 50% off!", "'Bob''s: 50% off!'!A2:AB10"],
    ["'", "''''!A2:AB10"],
  ])('quotes the title %s', (title, text) => {
    expect(rangeText(title, range)).toBe(text);
  });
});

describe('columnLetters', () => {
  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [52, 'AZ'],
    [53, 'BA'],
    [702, 'ZZ'],
    [703, 'AAA'],
    [18_278, 'ZZZ'],
  ])('calls column %i %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters);
  });
});
