import { expect, it } from 'vitest';
import { foldedText } from './folded-text.ts';

it.each([
  ['Ärzte', 'ÄRZTE'],
  ['Ärzte', 'A\u0308rzte'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['IŞIK', 'ışık'],
  ['ﬁle №1', 'FILE NO1'],
  ['Ｔａｂｌｅ', 'table'],
  ['\u01f0', 'J\u030c'],
])('%s and %s are the same', (one, other) => {
  expect(foldedText(one)).toBe(foldedText(other));
  expect(foldedText(foldedText(one))).toBe(foldedText(one));
});

it.each([
  ['Ärzte', 'Arzte'],
  ['100%', '100_'],
  ['a b', 'ab'],
])('%s and %s are not', (one, other) => {
  expect(foldedText(one)).not.toBe(foldedText(other));
});
