/**
 * Why an uploaded CSV file is refused, for the person who uploaded it: what is wrong, on which line, and what to
 * do about it (contract 1.3.14).
 */

export type CsvRefusal = 'tooLarge' | 'invalid';

export class CsvUploadError extends Error {
  readonly reason: CsvRefusal;

  constructor(reason: CsvRefusal, message: string) {
    super(message);
    this.name = 'CsvUploadError';
    this.reason = reason;
  }
}
