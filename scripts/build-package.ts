/**
 * What the npm package runs, made by `npm pack`: `src/` as JavaScript in `dist/`, because Node runs no TypeScript inside
 * a `node_modules` folder. Types become blanks, so that errors name the lines of the sources; imports name the new files,
 * and everything else lies beside the code as it does in `src/` (decision 058).
 */
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, 'dist');

await rm(target, { recursive: true, force: true });
for (const file of await sourceFiles()) await build(file);

async function sourceFiles(): Promise<string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function build(file: string): Promise<void> {
  const built = join(target, relative(source, file).replace(/\.ts$/, '.js'));
  await mkdir(dirname(built), { recursive: true });
  // Refuses two files that would get one name.
  if (!/\.(?:ts|mjs)$/.test(file)) return copyFile(file, built, constants.COPYFILE_EXCL);
  const text = await readFile(file, 'utf8');
  const script = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  await writeFile(built, namingJavaScript(script, dirname(file)), { flag: 'wx' });
}

/** Modules and workers by the names that they get; a text that names no file of ours stays. */
function namingJavaScript(script: string, folder: string): string {
  return script.replace(/(?<=')(\.{1,2}\/[^'\n]+)\.ts(?=')/g, (path, name) =>
    existsSync(join(folder, path)) ? `${name}.js` : path,
  );
}
