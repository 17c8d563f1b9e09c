import { expect, test } from 'vitest';
import { CsvColumnTally, type DecimalMark } from './column-tally.ts';
import { defaultCsvLimits } from './limits.ts';
import { CsvParser } from './parser.ts';

/** The column that these lines make. */
function columnOf(...lines: string[]) {
  return tallied(lines)[0];
}

function tallied(lines: readonly string[], decimalMark: DecimalMark = 'point') {
  const parser = new CsvParser('', defaultCsvLimits);
  parser.push(lines.join('\n'));
  parser.end();
  const tally = new CsvColumnTally(1, decimalMark);
  while (parser.next()) tally.add(parser);
  return tally.columns(['x']);
}

test.each([
  [['1', '-2', '30'], 'integer'],
  [['"1"', '""', '"3"'], 'integer'],
  [['1', '2.5'], 'number'],
  [['2.5', '1'], 'number'],
  [['1', '1e5'], 'number'],
  [['true', 'FALSE', 'True'], 'boolean'],
  [['1', '007'], 'string'],
  [['1', '+7'], 'string'],
  [['1', 'NaN'], 'string'],
  [['1', '1e999'], 'string'],
  [['9'.repeat(400)], 'string'],
  [['true', '1'], 'string'],
  [['1', 'true'], 'string'],
  [['x', '1'], 'string'],
  [['yes', 'no'], 'string'],
  [['"1"x'], 'string'],
  [['', '""'], 'string'],
  [[], 'string'],
])('%j is %s', (lines, type) => {
  expect(columnOf(...lines)).toMatchObject({ name: 'x', type });
});

test.each([
  [['abc', 'é 🙂, "x;y"'], false],
  [['abc', 'é 🙂, x;y/z'], true],
  [['a&b'], false],
  [['a<b'], false],
  [['a>b'], false],
  [["it's"], false],
  [['a\\b'], false],
  [['a\tb'], false],
  [['a\x7fb'], false],
  [['a\ufffe'], false],
  [['"a\nb"'], false],
  [['a\u0085b'], false],
  [['a\ufdd0b'], false],
  [['a\u{1fffe}b'], false],
  [['"a""b"'], false],
  [['1', '<'], false],
  [['1', '-5', '9007199254740993'], true],
  [['1', '-0'], false],
  [['10', '20'], true],
  [['-10', '"20"'], true],
  [['1.5', '20', '-0.25'], true],
  [['1.5', '1.50'], false],
  [['1.5', '-0'], false],
  [['1.5', '9007199254740993'], false],
  [['0.1234567890123456789', '1.5'], false],
  [['1e3'], false],
  [['1e+21'], true],
  [['0.0000001'], false],
  [['1e-7', '0.000001'], true],
  [['true', 'false', ''], true],
  [['true', 'False'], false],
])('%j is plain: %s', (lines, plain) => {
  expect(columnOf(...lines)?.needsNoEscaping).toBe(plain);
});

test.each([
  [['9223372036854775807', '-9223372036854775808'], false],
  [['9223372036854775808'], true],
  [['-9223372036854775809'], true],
  [['9223372036854775808', '1.5'], false],
])('%j is wide: %s', (lines, wide) => {
  expect(columnOf(...lines)?.exceedsInt64).toBe(wide);
});

test.each<[string[], DecimalMark, string, 'comma' | undefined]>([
  [['99,90', '1.234,56', '-3,5', '7'], 'either', 'number', 'comma'],
  [['7', '1.234,00', '1.234', '99,90'], 'either', 'number', 'comma'],
  [['7', '1.234', '99,90'], 'either', 'string', undefined],
  [['7', '1.234', '99,90'], 'comma', 'number', 'comma'],
  [['"1,5"', '', '""'], 'either', 'number', 'comma'],
  [['0,5', '-0,25', '1,5E+3'], 'either', 'number', 'comma'],
  [['12.345.678', '0,1'], 'either', 'number', 'comma'],
  [['1,5', '1.5'], 'either', 'string', undefined],
  [['1,5', '12.34,5'], 'either', 'string', undefined],
  [['1,5', '1234.567'], 'either', 'string', undefined],
  [['1,5', '0.123'], 'either', 'string', undefined],
  [['1,5', '007'], 'either', 'string', undefined],
  [['1,5', '01,5'], 'either', 'string', undefined],
  [['1,5', '+1,5'], 'either', 'string', undefined],
  [['1,5', ',5'], 'either', 'string', undefined],
  [['1,5', '5,'], 'either', 'string', undefined],
  [['1,5', '1,5,5'], 'either', 'string', undefined],
  [['1,5', ' 1,5'], 'either', 'string', undefined],
  [['1,5', '1,5e999'], 'either', 'string', undefined],
  [['1,5', 'true'], 'either', 'string', undefined],
  [['1.234', '2.500'], 'either', 'number', undefined],
  [['1', '2'], 'either', 'integer', undefined],
  [['1,5', '2,5'], 'point', 'string', undefined],
  [['1,5', '2,5'], 'comma', 'number', 'comma'],
  [['1.234', '2.500'], 'comma', 'number', 'comma'],
  [['1.234.567'], 'comma', 'number', 'comma'],
  [['1.5', '2.25'], 'comma', 'string', undefined],
  [['1', '-2'], 'comma', 'integer', undefined],
  [['true', 'false'], 'comma', 'boolean', undefined],
  [[''], 'comma', 'string', undefined],
  [['x', '1,5'], 'comma', 'string', undefined],
])('%j with a decimal %s is %s', (lines, decimalMark, type, decimal) => {
  const [column] = tallied(lines, decimalMark);
  expect([column?.type, column?.decimal]).toEqual([type, decimal]);
});
