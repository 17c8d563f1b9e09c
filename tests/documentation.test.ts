import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { referencePages } from '../scripts/reference-pages.ts';
import { allCommands } from '../src/cli/all-commands.ts';
import { settings } from '../src/config/config.ts';
import { headingId } from '../src/docs-site/markdown.ts';
import { allErrors } from '../src/errors/errors.ts';
import { exportParameters } from '../src/export/parameters.ts';
import { allFormats } from '../src/formats/all-formats.ts';
import { plans } from '../src/ledger/plans/plans.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('docs/reference', () => {
  test('is what `npm run docs` makes of the tables in code', async () => {
    const pages = await referencePages();
    expect(readdirSync(join(root, 'docs/reference')).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(read(`docs/reference/${name}`), name).toBe(text);
  });

  test.each([
    ['settings.md', Object.values(settings).map(({ variable }) => `| \`${variable}\` |`)],
    ['parameters.md', Object.keys(exportParameters).map((name) => `| \`${name}\` |`)],
    ['formats.md', Object.keys(allFormats).map((name) => `\n## ${name}\n`)],
    ['commands.md', ['serve', ...Object.keys(allCommands)].map((words) => `\n## ${words}\n`)],
    ['plans.md', Object.keys(plans).map((name) => `| \`${name}\` |`)],
    ['errors.md', Object.values(allErrors).map(({ status, text }) => ` ${status} ${text}`)],
  ])('%s names all of them', (file, wanted) => {
    const text = read(`docs/reference/${file}`);
    const lines = text.replace(/`(\d+) [^`]*`: `([^`]+)`/g, '` $1 $2`');
    for (const each of wanted) expect(lines).toContain(each);
  });
});

describe('docs/architecture.md', () => {
  const map = read('docs/architecture.md');

  test('names every folder of src/', () => {
    const folders = globSync('src/**/', { cwd: root }).filter(
      (path) => path !== 'src' && statSync(join(root, path)).isDirectory(),
    );
    expect(folders.length).toBeGreaterThan(10);
    for (const folder of folders) expect(map).toContain(`\`${folder.slice('src/'.length)}/\``);
  });

  test('names every file directly in src/', () => {
    const files = globSync('src/*.{ts,mjs}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(map).toContain(`\`${file.slice('src/'.length)}\``);
  });
});

const documents = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];

describe.each(documents)('%s', (document) => {
  const text = read(document).replace(/^```[\s\S]*?^```$/gm, '');

  test('links only to files and headings that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      expect(existsSync(join(root, file)), `${document} -> ${target}`).toBe(true);
      if (anchor !== undefined) expect(headings(file), `${document} -> ${target}`).toContain(anchor);
    }
  });

  test('names only npm scripts that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    for (const [, name = ''] of read(document).matchAll(/npm run (?:-s )?([\w:-]+)/g)) {
      expect(Object.keys(scripts), `${document}: npm run ${name}`).toContain(name);
    }
  });
});

function headings(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    headingId(title.replaceAll('`', '')),
  );
}

test('CHANGELOG.md has a section for what is not yet released', () => {
  expect(read('CHANGELOG.md')).toMatch(/^## \[?Unreleased\]?$/m);
});

test('docs/guide/mail.md tells of every mail', () => {
  const guide = read('docs/guide/mail.md');
  const messages = read('src/mail/messages.ts');
  const subjects = [...messages.matchAll(/subject: (['`])(.*)\1,$/gm)].map(([, , subject = '']) => subject);
  expect(subjects.length).toBeGreaterThan(10);
  for (const subject of subjects) {
    for (const fixed of subject.split(/\$\{[^}]*\}/)) expect(guide).toContain(fixed);
  }
});

test('every page of the guide is in the navigation', () => {
  const navigation = read('src/docs-site/page.ts');
  for (const file of readdirSync(join(root, 'docs/guide'))) {
    const name = file === 'overview.md' ? '' : file.replace('.md', '');
    expect(navigation).toContain(`['${name}', '`);
  }
});
