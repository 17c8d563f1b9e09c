import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSqlNames, encodeSqlName, quoteSqlName, sqlNameMark } from './sql-names.ts';

test('any name comes back as it was', () => {
  const odd = fc.constantFrom('\u{10ff40}', '\u{10ff41}', '\u{10ff5b}', '\u{10ff5c}', 'A', 'Z', 'a', '\0');
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(odd).map((letters) => letters.join('')),
  );
  fc.assert(fc.property(name, (text) => decodeSqlNames(encodeSqlName(text)) === text));
});

test('no two names are alike, whatever their case, and none is like one of SQLite', () => {
  const names = ['name', 'Name', 'NAME', '\u{10ff41}', 'A', 'a', 'rowid', ''];
  const folded = names.map((name) => encodeSqlName(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  expect(new Set(folded).size).toBe(names.length);
  expect(encodeSqlName('rowid')).toBe(`rowid${sqlNameMark}`);
});

test('a sentence with names in it is decoded too', () => {
  expect(decodeSqlNames(`near "${encodeSqlName('FooBar')}": syntax error`)).toBe(
    'near "FooBar": syntax error',
  );
});

test('quotes are doubled', () => expect(quoteSqlName('a"b')).toBe('"a""b"'));
