/** Tables that the program is held to, row by row (contract 2.5.1, 4.6.1, 4.7.1 and 7.3.1). */
import { readFileSync } from 'node:fs';

/** The cells of each row, without the header. */
export function copiedRows(file: string): readonly (readonly string[])[] {
  const [, , ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
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
