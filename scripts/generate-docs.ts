/**
 * Writes the reference pages (`npm run docs`). With `--check` it writes nothing, names the files that are not
 * current and ends with status 1 if there are any.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference-pages.ts';

const folder = new URL('../docs/reference/', import.meta.url);

async function staleFiles(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, text] of pages) {
    const found = await readFile(new URL(name, folder), 'utf8').catch(() => undefined);
    if (found !== text) stale.push(name);
  }
  return stale;
}

const pages = await referencePages();
const stale = await staleFiles(pages);
if (process.argv.includes('--check')) {
  for (const name of stale) process.stderr.write(`docs/reference/${name} is not current: run npm run docs\n`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  await mkdir(folder, { recursive: true });
  for (const name of stale) {
    await writeFile(new URL(name, folder), pages.get(name) ?? '');
    process.stdout.write(`wrote ${fileURLToPath(new URL(name, folder))}\n`);
  }
}
