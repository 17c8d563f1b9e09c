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
  ['1,5;2,5\n3,5;4,5\n', ';'],
  ['9;3,5\n', ';'],
  ['', ''],
])('%j is split by %j', (head, delimiter) => {
  expect(detectDialect(head, true)).toMatchObject({ delimiter, skipLines: 0 });
});

test.each([
  ['sep=;\na,b\n', ';'],
  ['SEP=\t\r\na,b\n', '\t'],
  ['"sep=|"\ra,b\n', '|'],
])('%j declares %j', (head, delimiter) => {
  expect(detectDialect(head, true)).toMatchObject({ delimiter, skipLines: 1, preamble: [] });
});

test.each(['sep=;x\na,b\n', 'sep=\na,b\n', 'x\nsep=;\n'])('%j declares nothing', (head) => {
  expect(detectDialect(head, true).skipLines).toBe(0);
});

test('a header longer than the text read so far is split by what it holds most of', () => {
  expect(detectDialect(`"${new Array(100).fill('a, b').join('";"')}`, false).delimiter).toBe(';');
  expect(detectDialect('"a";"b', false).delimiter).toBe(';');
});

test('a row that the end of the text cuts off does not count', () => {
  expect(detectDialect('a;b;c\n1;2;3\n4,5,6', false).delimiter).toBe(';');
});

test.each([
  ['Sales 2026\nid;name\nx;a\ny;b\n', true],
  ['Sales 2026\n1\t2\n3\t4\n', true],
  ['Sales\nname;city;x\nAnn;Bonn\nBo;Kiel;y\n', true],
  ['a,b\n1,x;y\n2,z;w\n', false],
  ['comment\nhello, world\nfoo\nbar\n', false],
  ['a\n1\n2\n', false],
  ['a;b\n1;2\n3;4\n', false],
  ['note\n1,2\n', false],
])('%j has a title line: %s', (head, hasTitleLine) => {
  expect(detectDialect(head, true)).toMatchObject({ hasTitleLine });
});

test.each([
  ['Sales 2026\n\nid;name\n1;a\n2;b\n', ';', 2],
  ['Sales, March\nid;name\n1;a\n2;b\n', ';', 1],
  ['Sales 2026\nid\tname\n1\ta\n', '\t', 1],
  ['Sales;;\nMade on;2026-01-01;\nid;name;x;y\n1;a;b;c\n', ';', 2],
  ['# made by a program, on a day, for fun, again\nid,name,price\n1,a,2\n', ',', 1],
  ['sep=;\nSales\nid;name\n1;a\n', ';', 2],
  ['Report\n\nname;city\nAnn;Bonn\nBo;Kiel\n', ';', 2],
  ['Sales\n\nid;name;city\n1;a;b\n2;b\n3;c\n', ';', 2],
  ['#,name\n1,a\n', ',', 0],
  ['name\n1,2,3\n4,5,6\n', '', 0],
  ['a,b\nx,y,z,w\nu,v,s,t\n', ',', 0],
  [',,2026,\nid,name,sold,left\n1,a,2,3\n', ',', 0],
  ['id;name\n1;a\n', ';', 0],
])('%j is split by %j after %i lines', (head, delimiter, skipLines) => {
  expect(detectDialect(head, true)).toMatchObject({ delimiter, skipLines });
});

test('lines that were said to stand above the table are left out, and none other', () => {
  const head = 'x,y,z\n\na;b\n1;2\n';
  expect(detectDialect(head, true, { skipLines: 2 })).toMatchObject({ delimiter: ';', skipLines: 2 });
  const titled = 'Sales\nid;name\n1;a\n';
  expect(detectDialect(titled, true, { skipLines: 0, delimiter: ';' })).toMatchObject({ skipLines: 0 });
});
