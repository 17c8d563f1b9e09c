import { expect, test } from 'vitest';
import { listedNames, listedSentences, quotedName } from './listed-names.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `n${n}`);

test.each([
  [[], ''],
  [['a'], '"a"'],
  [['a', 'b\n'], '"a", "b\\n"'],
])('%j is listed as %s', (given, text) => {
  expect(listedNames(given)).toBe(text);
});

test('fifty are listed, and how many more there are', () => {
  expect(listedNames(names(50))).toMatch(/^"n0", "n1", .*, "n49"$/);
  expect(listedNames(names(9_900))).toMatch(/, "n49" and 9,850 more$/);
  expect(listedNames(['Item', 'Price'], (name) => name)).toBe('Item, Price');
});

test('long names are cut, and fewer of them listed', () => {
  const long = names(100).map((name) => name.repeat(1_000));
  expect(quotedName('x'.repeat(201))).toBe(`"${'x'.repeat(200)}…"`);
  expect(listedNames(long).length).toBeLessThan(1_100);
  expect(listedNames(long)).toMatch(/…" and 96 more$/);
  expect(listedNames(['x'.repeat(5_000)], (name) => name)).toHaveLength(5_000);
});

test('sentences too', () => {
  expect(listedSentences(['One.', 'Two.'])).toBe('One. Two.');
  expect(listedSentences(names(60).map((name) => `${name} is gone.`))).toMatch(
    /n49 is gone\. And 10 more\.$/,
  );
});
