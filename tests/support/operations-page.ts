/** What docs/operations.md has for a test: its shell blocks marked as tested, and the names in its tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './service-process.ts';

export const operationsPage = readFileSync(join(projectFolder, 'docs/operations.md'), 'utf8');

/** The lines of each shell block after a comment `tested`, by the heading it stands under. */
export function testedBlocks(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...operationsPage.matchAll(/<!-- tested -->\n+```sh\n([\s\S]*?)```/g)].map((block) => [
      headingBefore(block.index),
      (block[1] ?? '').trim().split('\n'),
    ]),
  );
}

/** The rows of the table under a heading: its cells without code marks. */
export function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = operationsPage.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.replaceAll('`', '').trim()))
    .slice(1)
    .filter(([first = '']) => !/^-+$/.test(first));
}

function headingBefore(index: number): string {
  return [...operationsPage.slice(0, index).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '';
}
