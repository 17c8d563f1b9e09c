/**
 * Column names from the header of a CSV file or a sheet: a blank name becomes `column_2` by its position, a repeated one
 * `a_2`, `a_3`; names that differ in case are different. The same header always gives the same names, and SQL
 * can refer to each of them (contract 4.8.2).
 */
import { uniqueNames } from '../base/unique-names.ts';

/** `width` names; columns beyond the header count as blank. */
export function columnNames(header: readonly string[], width: number): string[] {
  const wanted = Array.from({ length: width }, (_, index) => givenName(header[index] ?? '', index));
  const blank = (index: number) => isBlank(header[index] ?? '');
  // A name from the header comes before one made for a blank.
  const order = [...wanted.keys()].sort((a, b) => Number(blank(a)) - Number(blank(b)));
  const unique = uniqueNames(order.map((index) => wanted[index] ?? ''));
  const names = new Array<string>(width);
  for (const [rank, index] of order.entries()) names[index] = unique[rank] ?? '';
  return names;
}

/** The names up to the last one that is not blank; all of them when all are blank. */
export function namedWidth(header: readonly string[]): number {
  return header.findLastIndex((name) => !isBlank(name)) + 1 || header.length;
}

function isBlank(name: string): boolean {
  return name.trim() === '';
}

function givenName(name: string, index: number): string {
  return isBlank(name) ? `column_${index + 1}` : name;
}
