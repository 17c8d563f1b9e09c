/**
 * Files that are no table, known by how they begin. They are refused by name, because read as CSV they would give
 * rows of nonsense. A CSV file whose first column is really named so has that name in double quotes (contract 1.3.14).
 */
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import { type CsvEncoding, isWholeUtf8 } from './encoding.ts';

/** Enough to see what the file begins with. */
const signatureBytes = 1024;
const leadingMarks = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/;

const fromSpreadsheet = 'Open it in a spreadsheet program and save it as CSV, then upload that file.';
const itself = 'Choose the CSV file itself.';

interface OtherFile {
  /** Its first bytes as Latin-1, or a pattern for a text. */
  readonly begins: string | RegExp;
  readonly what: string;
  readonly remedy: string;
}

const otherFiles: readonly OtherFile[] = [
  { begins: 'PK\x03\x04', what: 'an Excel workbook or another zip file', remedy: fromSpreadsheet },
  { begins: '\xd0\xcf\x11\xe0', what: 'an old Excel workbook (.xls)', remedy: fromSpreadsheet },
  {
    begins: '\x1f\x8b',
    what: 'a compressed file (gzip)',
    remedy: 'Unpack it and upload the CSV file in it.',
  },
  { begins: '%PDF-', what: 'a PDF document', remedy: 'Export the table itself as CSV and upload that file.' },
  { begins: '\x89PNG', what: 'an image (PNG)', remedy: itself },
  { begins: '\xff\xd8\xff', what: 'an image (JPEG)', remedy: itself },
  { begins: 'GIF8', what: 'an image (GIF)', remedy: itself },
  { begins: 'SQLite format 3\0', what: 'a SQLite database', remedy: 'Export the table from it as CSV.' },
  { begins: 'PAR1', what: 'a Parquet file', remedy: 'Convert it to CSV and upload that file.' },
  { begins: '{\\rtf', what: 'a text document (RTF)', remedy: itself },
  {
    begins: /^(?:\{\s*["}]|\[\s*[[{"])/,
    what: 'JSON',
    remedy: 'Convert it to CSV, with the column names in the first line, and upload that file.',
  },
  {
    begins: /^<(?:!doctype|html|head|body|table|!--|\?xml)(?![\w-])/i,
    what: 'a web page or another document of markup (HTML, XML)',
    remedy:
      'Perhaps a log-in or error page was saved in place of the data: download it again. Or export the table as CSV.',
  },
];

/** `head` is the beginning of the file, or all of it. */
export function refuseOtherFiles(head: Buffer, encoding: CsvEncoding): void {
  const bytes = head.toString('latin1', 0, signatureBytes);
  const text = bytes.replace(leadingMarks, '').replaceAll('\0', '');
  const found = otherFiles.find(({ begins }) =>
    typeof begins === 'string' ? bytes.startsWith(begins) : begins.test(text),
  );
  if (found) throw notCsv(found.what, found.remedy);
  if (encoding === 'utf-8' && head.includes(0) && !isWholeUtf8(head)) throw notCsv('a binary file', itself);
}

function notCsv(what: string, remedy: string): RefusedError {
  return inputRefused(`The file is not a CSV file but ${what}. ${remedy}`);
}
