import { expect, test } from 'vitest';
import { defaultCsvLimits } from './limits.ts';
import { CsvParser } from './parser.ts';

interface Read {
  readonly line: number;
  readonly cells: string[];
}

function read(pieces: readonly string[], delimiter = ',', limits = defaultCsvLimits): Read[] {
  const parser = new CsvParser(delimiter, limits);
  const records: Read[] = [];
  const take = () => {
    while (parser.next()) {
      const cells = Array.from({ length: parser.count }, (_, cell) => parser.value(cell));
      records.push({ line: parser.line, cells });
    }
  };
  for (const piece of pieces) {
    parser.push(piece);
    take();
  }
  parser.end();
  take();
  return records;
}

test.each([
  ['', []],
  ['\n', [['']]],
  ['a,b', [['a', 'b']]],
  ['a,b\n', [['a', 'b']]],
  ['a,', [['a', '']]],
  ['a\rb\r\nc\nd', [['a'], ['b'], ['c'], ['d']]],
  ['"a"', [['a']]],
  ['"","a""b","x\r\ny"\n', [['', 'a"b', 'x\r\ny']]],
  ['""""', [['"']]],
  ['a"b", "c"', [['a"b"', ' "c"']]],
  ['"a"b,"c ""d"" e"f"g,""h\n1', [['ab', 'c "d" ef"g', 'h'], ['1']]],
])('%j', (text, cells) => {
  expect(read([text]).map((record) => record.cells)).toEqual(cells);
  expect(read([...text]).map((record) => record.cells)).toEqual(cells);
});

test('a file of one column is not split', () => {
  expect(read(['a,b;c\td|e\n"f,g"'], '').map((record) => record.cells)).toEqual([['a,b;c\td|e'], ['f,g']]);
});

test('knows the line on which each record begins', () => {
  const lines = read(['a\n\n"b\r\nc\rd"\r\ne,"\n"\rf']).map((record) => record.line);
  expect(lines).toEqual([1, 2, 3, 6, 8]);
});

test('names the line of a quote that is never closed', () => {
  expect(() => read(['a,b\n"1\n2","3'])).toThrow('The quote that opens on line 3 is never closed.');
});

test('refuses more columns than allowed, on whatever line', () => {
  const limits = { ...defaultCsvLimits, maxColumns: 3 };
  expect(read(['a,b,c\n'], ',', limits)).toHaveLength(1);
  expect(() => read(['a,b,c\n1,2,3,4\n'], ',', limits)).toThrow('Line 2 has more than 3 columns');
  expect(() => read([','.repeat(10_000)])).toThrow('Line 1 has more than 10,000 columns');
  expect(read([','.repeat(9_999)])[0]?.cells).toHaveLength(10_000);
});

test('refuses a record longer than allowed without reading much further', () => {
  const limits = { ...defaultCsvLimits, maxRecordLength: 1000 };
  const parser = new CsvParser(',', limits);
  parser.push('a,b\n"');
  let pushed = 0;
  const pushAll = () => {
    for (; pushed < 10_000; pushed += 10) {
      while (parser.next());
      parser.push('x'.repeat(10));
    }
  };
  expect(pushAll).toThrow('The row that begins on line 2 is longer than 0 MB');
  expect(pushed).toBeLessThan(1100);
});

test('a long record takes work in proportion to its length, however it is cut', () => {
  const work = (length: number) => {
    const pieces = ['"', ...new Array<string>(length / 64).fill('x'.repeat(64)), '"'];
    const started = process.cpuUsage();
    expect(read(pieces)[0]?.cells[0]).toHaveLength(length);
    return process.cpuUsage(started).user;
  };
  const least = (length: number) => Math.min(work(length), work(length), work(length));
  expect(least(1 << 22) / least(1 << 18)).toBeLessThan(80);
});
