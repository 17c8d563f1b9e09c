/** How large an uploaded CSV file may be in each direction (contract 8.3.1). */

export interface CsvLimits {
  readonly maxBytes: number;
  readonly maxColumns: number;
  readonly maxRows: number;
  /** The longest record, counted in characters: what a quote that is never closed may swallow. */
  readonly maxRecordLength: number;
}

const megabyte = 1024 * 1024;

export const defaultCsvLimits: CsvLimits = {
  maxBytes: 200 * megabyte,
  maxColumns: 10_000,
  maxRows: 5_000_000,
  maxRecordLength: 16 * megabyte,
};

/** Above a table. */
export const maxSkippedLines = 1_000;

/** What the operator allows (`MAX_UPLOAD_MB`). */
export const maxUploadBytes = ({ maxUploadMb }: { readonly maxUploadMb: number }): number =>
  maxUploadMb * megabyte;

export const inMegabytes = (bytes: number): string => `${Math.round((10 * bytes) / megabyte) / 10} MB`;
