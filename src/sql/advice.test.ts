import { expect, test } from 'vitest';
import { sqlAdvice } from './advice.ts';

const needsQuotes = (name: string): string =>
  `The name has spaces or signs, so it needs double quotes: ${name}.`;
const listOf = (names: string): string => `The columns are: ${names}. Put text values in single quotes.`;
const unknown = (named: string, columns: readonly string[]): string | undefined =>
  sqlAdvice(`no such column: ${named}`, 'SELECT x', columns);

test.each([
  ['no such table: t', 'The only table is service_table: write FROM service_table.'],
  ['no such table: a\nb', 'The only table is service_table: write FROM service_table.'],
  [
    'unrecognized token: "\'x"',
    "A quote is not closed. A single quote inside a text is written twice: 'O''Brien'.",
  ],
  [
    'unrecognized token: ""x"',
    "A quote is not closed. A single quote inside a text is written twice: 'O''Brien'.",
  ],
  [
    'unrecognized token: "`x"',
    "A quote is not closed. A single quote inside a text is written twice: 'O''Brien'.",
  ],
  [
    'unrecognized token: "[x\ny"',
    "A quote is not closed. A single quote inside a text is written twice: 'O''Brien'.",
  ],
  ['unrecognized token: "#"', undefined],
  ['unrecognized token: "x\'"', undefined],
  ['in x: no such table: t', undefined],
  ['in x: no such column: a', undefined],
  ['in x: near "a": syntax error', undefined],
  ['in x: no such function: a b', undefined],
  ['in x: unrecognized token: "\'a"', undefined],
  ['only SELECT statements are allowed', undefined],
])('%j', (reason, advice) => {
  expect(sqlAdvice(reason, 'SELECT a b', ['a b'].slice(reason.includes('in x') ? 0 : 1))).toBe(advice);
});

test.each([
  [
    'another case',
    'NAME',
    ['City', 'Name'],
    'Did you mean Name? Upper and lower case count in column names.',
  ],
  [
    'the column of an alias',
    'a\nb.NAME',
    ['Name'],
    'Did you mean Name? Upper and lower case count in column names.',
  ],
  [
    'a name with a dot',
    'a.b',
    ['B', 'a.b'],
    'Did you mean "a.b"? Upper and lower case count in column names.',
  ],
  ['a letter replaced', 'Citx', ['City'], `Did you mean City? ${listOf('City')}`],
  ['a letter missing', 'Cty', ['City'], `Did you mean City? ${listOf('City')}`],
  ['a letter too many', 'Ciity', ['City'], `Did you mean City? ${listOf('City')}`],
  ['a letter too many at the end', 'Cityy', ['City'], `Did you mean City? ${listOf('City')}`],
  ['two letters missing', 'Nam', ['Named'], `Did you mean Named? ${listOf('Named')}`],
  ['two letters swapped, in another case', 'NMAE', ['Name'], `Did you mean Name? ${listOf('Name')}`],
  ['three letters replaced', 'Axxxnt', ['Amount'], listOf('Amount')],
  ['three letters missing', 'Amo', ['Amount'], listOf('Amount')],
  ['one letter of two', 'ax', ['ab'], `Did you mean ab? ${listOf('ab')}`],
  ['two letters of three', 'axy', ['abc'], listOf('abc')],
  ['the nearest', 'Name', ['Nameee', 'Namee'], `Did you mean Namee? ${listOf('Nameee, Namee')}`],
  ['the first of the nearest', 'Name', ['Namex', 'Namey'], `Did you mean Namex? ${listOf('Namex, Namey')}`],
  ['a word of SQL', 'Ordr', ['Order'], `Did you mean "Order"? ${listOf('"Order"')}`],
])('an unknown column: %s', (_what, named, columns, advice) => {
  expect(unknown(named, columns)).toBe(advice);
});

test('names of up to 64 characters are compared, with the first 500 columns', () => {
  const long = 'a'.repeat(63);
  expect(unknown(`${long}x`, [`${long}b`])).toBe(`Did you mean ${long}b? ${listOf(`${long}b`)}`);
  expect(unknown(`${long}ax`, [`${long}ab`])).toBe(listOf(`${long}ab`));
  const others = Array.from({ length: 499 }, (_, i) => `other column ${i}`);
  expect(unknown('Amuont', [...others, 'Amount'])).toMatch(/^Did you mean Amount\? The columns/);
  expect(unknown('Amuont', [...others, 'one more', 'Amount'])).toMatch(/^The columns/);
});

test.each([
  ['a', 'a'],
  ['_x9', '_x9'],
  ['Größe', 'Größe'],
  ['ä', 'ä'],
  ['1a', '"1a"'],
  ['a-b', '"a-b"'],
  [' a', '" a"'],
  ['a ', '"a "'],
  ['say "hi"', '"say ""hi"""'],
  ['select', '"select"'],
])('the column %j is listed as %s', (name, written) => {
  expect(unknown('something', [name])).toBe(listOf(written));
});

test('50 columns are listed, in at most 1000 characters', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `c${i}`);
  expect(unknown('something', names(50))).toBe(listOf(names(50).join(', ')));
  expect(unknown('something', names(51))).toBe(listOf(`${names(50).join(', ')} and 1 more`));
  const long = ['a', 'b', 'c', 'd', 'e'].map((name) => name.repeat(198));
  expect(unknown('something', long)).toBe(listOf(long.join(', ')));
  expect(unknown('something', [...long, 'z'])).toBe(listOf(`${long.join(', ')} and 1 more`));
});

test.each([
  ['no such column: Order', 'SELECT order date FROM t', '"Order Date"'],
  ['near "Date": syntax error', 'SELECT Order Date FROM t', '"Order Date"'],
  ['no such function: Order', 'SELECT Order Date(1) FROM t', '"Order Date"'],
  ['no such column: Order', 'SELECT Order Date (UTC) FROM t', '"Order Date (UTC)"'],
])('a name that needs quotes: %s in %s', (reason, sql, written) => {
  const columns = ['Order Date', 'Order Date (UTC)', 'Name'];
  expect(sqlAdvice(reason, sql, columns)).toBe(needsQuotes(written));
});

test.each([
  ['in quotes', `SELECT "Order Date", 'Order Date', x() FROM t`],
  ['only without what is in quotes', `SELECT Order'x' Date, x() FROM t`],
  ['far into the statement', `SELECT ${'x'.repeat(4_000)}, Order Date FROM t`],
])('a name that needs quotes is not seen %s', (_where, sql) => {
  expect(sqlAdvice('no such function: x', sql, ['Order Date', 'x'])).toBeUndefined();
});

test('a name that needs quotes is seen before and behind others in quotes', () => {
  for (const sql of [`SELECT 'x', Order Date, "y"`, `SELECT Order Date, "y"`, `SELECT 'x', Order Date`]) {
    expect(sqlAdvice('no such column: Date', sql, ['Order Date'])).toBe(needsQuotes('"Order Date"'));
  }
});

test.each([
  ['FROM', 'SELECT Case FROM t', '"Case"'],
  ['Order', 'SELECT Order FROM t', '"Order"'],
  ['*', 'SELECT Case * 2', '"Case"'],
  ['FROM', 'SELECT 1 FROM Case FROM t', '"Case"'],
])('a word of SQL as a column: near %s in %s', (named, sql, written) => {
  const advice = sqlAdvice(`near "${named}": syntax error`, sql, ['Name', 'Case', 'Order']);
  const word = written.slice(1, -1).toUpperCase();
  expect(advice).toBe(`${word} is a word of SQL, so the column needs double quotes: ${written}.`);
});

test.each([
  ['FROM', 'FROM'],
  ['FROM', 'SELECT "Case" FROM t'],
  ['FROM', 'SELECT Name FROM t'],
  ['Name', 'SELECT Case Name'],
  ['FROM', 'SELECT Order, x FROM t'],
  ['x', 'SELECT Case'],
])('no word of SQL as a column: near %s in %s', (named, sql) => {
  expect(sqlAdvice(`near "${named}": syntax error`, sql, ['Name', 'Case', 'Order'])).toBeUndefined();
});
