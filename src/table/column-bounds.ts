/**
 * How long the names of columns may be, whoever makes them: a file, a platform, a statement. So every list of columns,
 * in an answer, a page or the memory of the service, has a largest size (contract 2.3.2, docs/decisions/050).
 */

export const maxColumnNameLength = 1_000;
const maxNamesBytes = 1_000_000;
const encoder = new TextEncoder();

/** What is wrong with the names of one table, by the place of the column; undefined if nothing is. */
export function columnNamesProblem(
  names: readonly string[],
  noun: 'column' | 'field' = 'column',
): string | undefined {
  let bytes = 0;
  for (const [at, name] of names.entries()) {
    const problem = nameProblem(name);
    if (problem !== undefined) return `The name of ${noun} ${numberText(at + 1)} ${problem}`;
    bytes += encoder.encode(name).length;
  }
  if (bytes <= maxNamesBytes) return undefined;
  const megabytes = Math.ceil(bytes / 100_000) / 10;
  return `The names of the ${noun}s have ${megabytes} MB together, more than 1 MB. Shorten them.`;
}

function nameProblem(name: string): string | undefined {
  if (name.length > maxColumnNameLength)
    return `is longer than ${numberText(maxColumnNameLength)} characters (it has ${numberText(name.length)}). Shorten it.`;
  return name.includes('\0') ? 'has a NUL character. Remove it.' : undefined;
}

const numberText = (value: number): string => value.toLocaleString('en');
