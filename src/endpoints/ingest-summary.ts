/** How an uploaded file was read, so that a wrong guess is seen before anybody uses the address. */
import type { FileWarning, ReadingChoices } from '../table/stored/file-reading.ts';
import type { ColumnType } from '../table/table.ts';
import type { UploadedTable } from './publish-upload.ts';

interface IngestSummary {
  readonly rows: number;
  readonly delimiter: string;
  readonly encoding: string;
  readonly decimal: 'comma' | 'point';
  /** Only where it is not so. */
  readonly header?: false;
  readonly skippedLines?: number;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly decimal?: 'comma';
  }[];
  readonly warnings?: readonly string[];
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '': 'none',
};

export function ingestSummary({ description, reading }: UploadedTable): IngestSummary {
  const { columns, rows } = description;
  const { delimiter, encoding, warnings, hasHeader, skippedLines } = reading;
  return {
    rows,
    delimiter: delimiterNames[delimiter] ?? delimiter,
    encoding,
    decimal: columns.some(({ decimal }) => decimal === 'comma') ? 'comma' : 'point',
    ...(!hasHeader && { header: false }),
    ...(skippedLines > 0 && { skippedLines }),
    columns: columns.map(({ name, type, decimal }) => ({ name, type, ...(decimal && { decimal }) })),
    ...(warnings.length > 0 && { warnings: warnings.map(warningText) }),
  };
}

/** With the options of `publish` that choose otherwise. */
function warningText({ text, fixes }: FileWarning): string {
  const options = [...new Set(fixes.flatMap(({ choices }) => optionOf(choices) ?? []))];
  return options.length === 0 ? text : `${text} To change it, add ${options.join(' or ')}.`;
}

function optionOf({ decimal, hasHeader, skipLines, columns = [] }: ReadingChoices): string | undefined {
  if (hasHeader !== undefined) return `--header ${hasHeader}`;
  if (skipLines !== undefined) return `--skip-lines ${skipLines}`;
  const isComma = decimal === 'comma' || columns.some(({ form }) => form === 'decimal comma');
  return isComma ? '--decimal comma' : undefined;
}
