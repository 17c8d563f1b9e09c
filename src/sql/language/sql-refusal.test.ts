import { expect, test } from 'vitest';
import { encodeSqlName } from '../../table/stored/sql-names.ts';
import { refusalOf, SqlRefusal } from './sql-refusal.ts';

const errorOf = (errcode: unknown, message = 'x'): Error => Object.assign(new Error(message), { errcode });
const reasonOf = (error: Error, denial?: string): unknown => {
  const refusal = refusalOf(error, denial, 64);
  return refusal instanceof SqlRefusal ? [refusal.name, refusal.message] : undefined;
};

test.each([1, 18, 19, 20, 21, 23, 25, 1 + 256, 19 + 5 * 256])('%i is about the statement', (errcode) => {
  expect(reasonOf(errorOf(errcode, 'too much'))).toEqual(['SqlRefusal', 'too much']);
});

test.each([7, 778])('%i is about memory', (errcode) => {
  expect(reasonOf(errorOf(errcode))).toEqual(['SqlRefusal', 'out of memory: the limit is 64 MB']);
});

test('a disk that is full is a failure of the service, and has its code', () => {
  const failure = refusalOf(errorOf(13, 'database or disk is full'), undefined, 64);
  expect(failure).not.toBeInstanceOf(SqlRefusal);
  expect(failure).toMatchObject({ message: 'database or disk is full', code: 'ENOSPC' });
});

test.each([2, 5, 10, 11, 26, 266, '1', undefined])('%j is a failure of the service', (errcode) => {
  const error = errorOf(errcode);
  expect(refusalOf(error, 'no such table: x', 64)).toBe(error);
});

test.each([new Error('x'), 'x', { errcode: 1 }])('so is what does not come from SQLite: %j', (error) => {
  expect(refusalOf(error, undefined, 64)).toBe(error);
});

test('the reason of the authorizer comes first, and names are shown as they were written', () => {
  expect(reasonOf(errorOf(23, 'not authorized'), `no such table: ${encodeSqlName('Main')}`)).toEqual([
    'SqlRefusal',
    'no such table: Main',
  ]);
});

test.each([
  [
    `no such column: "${encodeSqlName('A\nb')}" - should this be a string literal in single-quotes?`,
    'no such column: A\nb',
  ],
  ['no such column: a', 'no such column: a'],
  ['x no such column: "a" - should this be a string literal in single-quotes?', undefined],
  ['no such column: "a" - should this be a string literal in single-quotes? x', undefined],
])('without the hint of the engine: %j', (message, reason) => {
  expect(reasonOf(errorOf(1, message))).toEqual(['SqlRefusal', reason ?? message]);
});
