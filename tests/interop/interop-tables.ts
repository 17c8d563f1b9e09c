/**
 * The tables that other programs read back: what types, texts, names and shapes can go wrong on the way. The
 * CSV that is published and the values that are expected are made from the same rows (contract 1.3 and 4.7).
 */

export type InteropCell = string | number | bigint | boolean | null;

export interface InteropTable {
  readonly columns: readonly string[];
  readonly types: readonly ('string' | 'integer' | 'number' | 'boolean')[];
  readonly rows: readonly (readonly InteropCell[])[];
}

export const interopTables: Readonly<Record<string, InteropTable>> = {
  'mixed types': {
    columns: ['id', 'name', 'price', 'active', 'joined', 'zip'],
    types: ['integer', 'string', 'number', 'boolean', 'string', 'string'],
    rows: [
      [1, 'Ada', 12.5, true, '2024-02-29', '00501'],
      [2, 'Bob', -0.001, false, '2024-12-31T23:59:59Z', '10001'],
      [-3, '', null, null, null, ''],
      [null, null, 1e21, true, '', null],
      [9007199254740991, 'NA', 0.1, false, '1', '1e5'],
    ],
  },
  'texts of every kind': {
    columns: ['text', 'more'],
    types: ['string', 'string'],
    rows: [
      ['naïve café', 'Ω≈ç√∫'],
      ['日本語のテキスト', '👩‍👩‍👧 🇩🇪'],
      ['<b>bold</b> & "quoted"', `it's </td><script>alert(1)</script>`],
      ['two\nlines', 'comma, semicolon; tab\there'],
      ['"', '""'],
      ['back\\slash', ']]>'],
      ['=1+1', '@SUM(A1)'],
      ['null', 'true'],
      ['', null],
      ['\u2028 line separator', '\u00a0 space'],
    ],
  },
  // Up to what pandas reads from JSON: 64-bit integers, and no numbers so small that digits are lost.
  'long integers': {
    columns: ['integer'],
    types: ['integer'],
    rows: [[9223372036854775807n], [-9223372036854775807n], [9007199254740993n], [0]],
  },
  'exact numbers': {
    columns: ['number'],
    types: ['number'],
    rows: [[1.5e300], [2.5e-300], [0.30000000000000004], [-123456.789]],
  },
  'words that are not booleans': {
    columns: ['yes_no', 'flag', 'nothing'],
    types: ['string', 'boolean', 'string'],
    rows: [
      ['yes', true, null],
      ['no', false, null],
      ['true', null, null],
    ],
  },
  'odd column names': {
    columns: ['2024', 'with space', '<tag> & "quotes"', 'Größe', '日付', '1st', 'xml', 'a,b', 'Name', 'name'],
    types: Array.from({ length: 10 }, () => 'integer' as const),
    rows: [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
    ],
  },
  'one column': {
    columns: ['only'],
    types: ['string'],
    rows: [['a'], ['b'], ['c, d']],
  },
  'eleven rows': {
    columns: ['n', 'word'],
    types: ['integer', 'string'],
    rows: Array.from({ length: 11 }, (_, at) => [at, `row ${at}`]),
  },
  'no rows': {
    columns: ['a', 'b'],
    types: ['string', 'string'],
    rows: [],
  },
};

export function csvOf({ columns, rows }: InteropTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

export function expectedJson({ columns, types, rows }: InteropTable): string {
  const written = rows.map((row) => `[${row.map(jsonCell).join(',')}]`);
  return `{"columns":${JSON.stringify(columns)},"types":${JSON.stringify(types)},"rows":[${written.join(',')}]}`;
}

function csvCell(cell: InteropCell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : String(cell);
}

function jsonCell(cell: InteropCell): string {
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}
