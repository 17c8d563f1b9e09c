import { expect, test } from 'vitest';
import { exportFilename } from './filename.ts';

const now = Date.parse('2027-01-02T03:04:05.678Z');

test.each([
  [undefined, 'people.csv'],
  ['start', '2027-01-02T030405_people.csv'],
  ['end', 'people_2027-01-02T030405.csv'],
] as const)('with the timestamp at the %s: %s', (timestamp, name) => {
  expect(exportFilename('people', 'csv', timestamp, now)).toBe(name);
});

test.each([
  ['plain', 'plain'],
  ['Zoë’s 表 🜚', 'Zoë’s 表 🜚'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['tab\there\nand\u0000there\u007f', 'tabhereandthere'],
  ['right\u202eto\u2066left', 'righttoleft'],
  ['line\u2028and\u2029paragraph', 'lineandparagraph'],
  ['lone \ud800', 'lone \ufffd'],
  ['  in the middle  ', 'in the middle'],
  ['...hidden.name.', 'hidden.name.'],
  [' .. ', 'export'],
  ['', 'export'],
])('%j becomes the stem %j', (name, stem) => {
  expect(exportFilename(name, 'xml', undefined, now)).toBe(`${stem}.xml`);
});

test('at most 150 characters of a name, never half of one', () => {
  expect(exportFilename('🜚'.repeat(150), 'csv', undefined, now)).toBe(`${'🜚'.repeat(150)}.csv`);
  expect(exportFilename('🜚'.repeat(151), 'csv', undefined, now)).toBe(`${'🜚'.repeat(150)}.csv`);
});

test('two thousand names one after another keep their own', () => {
  for (const round of [1, 2]) {
    for (let number = 0; number < 2_000; number++) {
      expect(exportFilename(`name ${number}`, 'csv', undefined, now), String(round)).toBe(
        `name ${number}.csv`,
      );
    }
  }
});
