/** How an uploaded file was read, so that a wrong guess is seen before anybody uses the address. */
import type { ColumnType } from '../table/table.ts';
import type { UploadedTable } from './publish-upload.ts';

interface IngestSummary {
  readonly rows: number;
  readonly delimiter: string;
  readonly encoding: string;
  readonly decimal: 'comma' | 'point';
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
  const { delimiter, encoding, warnings } = reading;
  return {
    rows,
    delimiter: delimiterNames[delimiter] ?? delimiter,
    encoding,
    decimal: columns.some(({ decimal }) => decimal === 'comma') ? 'comma' : 'point',
    columns: columns.map(({ name, type, decimal }) => ({ name, type, ...(decimal && { decimal }) })),
    ...(warnings.length > 0 && { warnings }),
  };
}
