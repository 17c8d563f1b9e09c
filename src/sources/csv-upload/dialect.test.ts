import { expect, test } from 'vitest';
import { detectDialect } from './dialect.ts';

test.each([
  ['a,b\n1,2\n', ','],
  ['a;b\n1,5;2\n', ';'],
  ['a\tb\n1,5\t2\n', '\t'],
  ['a|b\n1|2\n', '|'],
  ['a\n1,2\n3,4\n', ''],
  ['a,b,c\n1\n2\n', ','],
  ['a;b;c,d', ';'],
  ['"a;b;c",d\n', ','],
  ['h \t"1;a"', '\t'],
  ['"h "\t"1,"', '\t'],
  ['pipe,size\n5" pipe,x\n6" pipe,y\n', ','],
  ['\n\na;b\n\n1;2\n', ';'],
  ['', ''],
])('%j is split by %j', (head, delimiter) => {
  expect(detectDialect(head, true)).toMatchObject({ delimiter, declared: false });
});

test.each([
  ['sep=;\na,b\n', ';'],
  ['SEP=\t\r\na,b\n', '\t'],
  ['"sep=|"\ra,b\n', '|'],
])('%j declares %j', (head, delimiter) => {
  expect(detectDialect(head, true)).toMatchObject({ delimiter, declared: true });
});

test.each(['sep=;x\na,b\n', 'sep=\na,b\n', 'x\nsep=;\n'])('%j declares nothing', (head) => {
  expect(detectDialect(head, true).declared).toBe(false);
});

test('a header longer than the text read so far is split by what it holds most of', () => {
  expect(detectDialect(`"${new Array(100).fill('a, b').join('";"')}`, false).delimiter).toBe(';');
  expect(detectDialect('"a";"b', false).delimiter).toBe(';');
});

test('a row that the end of the text cuts off does not count', () => {
  expect(detectDialect('a;b;c\n1;2;3\n4,5,6', false).delimiter).toBe(';');
});

test.each([
  ['Sales 2026\n\nid;name\n1;a\n2;b\n', true],
  ['Sales, March\nid;name\n1;a\n2;b\n', true],
  ['Sales 2026\nid\tname\n1\ta\n', true],
  ['a,b\n1,x;y\n2,z;w\n', false],
  ['comment\nhello, world\nfoo\nbar\n', false],
  ['a\n1\n2\n', false],
  ['a;b\n1;2\n3;4\n', false],
  ['note\n1,2\n', false],
])('%j has a title line: %s', (head, hasTitleLine) => {
  expect(detectDialect(head, true)).toMatchObject({ hasTitleLine });
});
