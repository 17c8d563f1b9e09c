import { expect, test } from 'vitest';
import { ChoiceError } from '../source.ts';
import { addressOf } from './address.ts';

const page = 'https://docs.google.com/spreadsheets';

test.each([
  ['1Bx_-9', { spreadsheet: '1Bx_-9' }],
  [' 1Bx ', { spreadsheet: '1Bx' }],
  [`${page}/d/1Bx/edit`, { spreadsheet: '1Bx' }],
  [`${page}/d/1Bx`, { spreadsheet: '1Bx' }],
  [`${page}/d/1Bx/edit#gid=77`, { spreadsheet: '1Bx', gid: 77 }],
  [`${page}/d/1Bx/edit?gid=5&usp=sharing#gid=77&range=A1`, { spreadsheet: '1Bx', gid: 77 }],
  [`${page}/d/1Bx/edit?usp=sharing&gid=5`, { spreadsheet: '1Bx', gid: 5 }],
  [`${page}/u/1/d/1Bx/edit#gid=0`, { spreadsheet: '1Bx', gid: 0 }],
  ['docs.google.com/spreadsheets/d/1Bx/edit', { spreadsheet: '1Bx' }],
  ['https://docs.google.com/a/acme.com/spreadsheets/d/1Bx/edit', { spreadsheet: '1Bx' }],
  ['https://drive.google.com/open?id=1Bx', { spreadsheet: '1Bx' }],
])('%j names %j', (given, address) => {
  expect(addressOf(given)).toEqual(address);
});

test.each([
  undefined,
  '',
  ' ',
  '..',
  '1Bx/../x',
  'a b',
  'https://example.com/spreadsheets/d/1Bx/edit',
  'https://google.com.example.com/spreadsheets/d/1Bx/edit',
  `${page}/d/e/2PACX-1v/pubhtml`,
  `${page}/`,
])('%j names no spreadsheet', (given) => {
  expect(() => addressOf(given)).toThrow(ChoiceError);
});
