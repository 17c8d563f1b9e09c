/**
 * The written form of a number in a column with decimal commas, as it is written with a decimal point: `1.234,56` is
 * `1234.56`. Points in it stand between thousands (contract 1.3.9).
 */
export function withDecimalPoint(written: string): string {
  return written.replaceAll('.', '').replace(',', '.');
}
