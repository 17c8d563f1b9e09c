/**
 * Column names from the header of a CSV file: a blank name becomes `column_2` after its place, a repeated one
 * `a_2`, `a_3`; names that differ in case are different. The same header always gives the same names, and SQL
 * can refer to each of them (4.8 rule 2).
 */
import { uniqueNames } from '../unique-names.ts';

/** `width` names; places beyond the header count as blank. */
export function columnNames(header: readonly string[], width: number): string[] {
  const wanted = Array.from({ length: width }, (_, place) => givenName(header[place] ?? '', place));
  const blank = (place: number) => isBlank(header[place] ?? '');
  // A name from the header comes before one made for a blank.
  const places = [...wanted.keys()].sort((a, b) => Number(blank(a)) - Number(blank(b)));
  const unique = uniqueNames(places.map((place) => wanted[place] ?? ''));
  const names = new Array<string>(width);
  for (const [order, place] of places.entries()) names[place] = unique[order] ?? '';
  return names;
}

/** The names up to the last one that is not blank; all of them when all are blank. */
export function namedWidth(header: readonly string[]): number {
  return header.findLastIndex((name) => !isBlank(name)) + 1 || header.length;
}

function isBlank(name: string): boolean {
  return name.trim() === '';
}

function givenName(name: string, place: number): string {
  return isBlank(name) ? `column_${place + 1}` : name;
}
