/**
 * Writes the reference pages and the formats that the dashboard offers, from the tables in code (`npm run docs`). With
 * `--check` it writes nothing, names the files that are not current and ends with status 1 if there are any.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { allFormats } from '../src/formats/all-formats.ts';
import { referencePages } from './reference-pages.ts';

const project = new URL('../', import.meta.url);

/** Path in the project -> whole text. */
async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const pages = [...(await referencePages())].map(
    ([name, text]) => [`docs/reference/${name}`, text] as const,
  );
  return new Map([...pages, ['dashboard/src/formats.json', formatChoices()]]);
}

function formatChoices(): string {
  const rows = Object.entries(allFormats).map(([type, { label, group }]) =>
    JSON.stringify({ type, label, group }, null, 1).replaceAll(/\s*\n\s*/g, ' '),
  );
  return `[\n  ${rows.join(',\n  ')}\n]\n`;
}

async function staleFiles(files: ReadonlyMap<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, text] of files) {
    const found = await readFile(new URL(path, project), 'utf8').catch(() => undefined);
    if (found !== text) stale.push(path);
  }
  return stale;
}

const files = await generatedFiles();
const stale = await staleFiles(files);
if (process.argv.includes('--check')) {
  for (const path of stale) process.stderr.write(`${path} is not current: run npm run docs\n`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const path of stale) {
    await writeFile(new URL(path, project), files.get(path) ?? '');
    process.stdout.write(`wrote ${path}\n`);
  }
}
