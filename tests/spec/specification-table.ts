/**
 * The tables of the specification, kept as they stand there in the files beside this one. The specification
 * itself may be at hand (../shared/SPEC.md).
 */
import { existsSync, readFileSync } from 'node:fs';

const specification = new URL('../../../shared/SPEC.md', import.meta.url);

export type Rows = readonly (readonly string[])[];

/** The cells of each row of a copy, without the header. */
export function copiedRows(file: string): Rows {
  return tableRows(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

export type Copy = readonly [file: string, heading: string];

/** Those that can be compared with the specification: none where it is not at hand. */
export function comparableCopies(copies: readonly Copy[]): readonly Copy[] {
  return existsSync(specification) ? copies : [];
}

/** The same of the specification, after a heading. */
export function specifiedRows(heading: string): Rows {
  const [, after = ''] = readFileSync(specification, 'utf8').split(`\n${heading}`, 2);
  return tableRows(/(?:^\|.*\n)+/m.exec(after)?.[0] ?? '');
}

function tableRows(table: string): Rows {
  const [, , ...rows] = table.trimEnd().split('\n');
  return rows.map((row) =>
    row
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The texts in backticks. */
export function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
