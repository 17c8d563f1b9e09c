/**
 * Decisions have one form, and the pages about the code name only files that exist: a moved file is noticed
 * here.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from './support/service-process.ts';

const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8');
const decisions = globSync('docs/decisions/*.md', { cwd: projectFolder }).sort();
const numbers = decisions.map((file) => basename(file).slice(0, 3));

describe('docs/decisions', () => {
  it('are numbered without gaps', () => {
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers).toEqual(numbers.map((_, at) => String(at + 1).padStart(3, '0')));
  });

  it.each(decisions)('%s has number, title, date, status, context, decision and consequences', (file) => {
    const [title, blank, date, status, ...rest] = read(file).split('\n');
    expect([title, blank]).toEqual([expect.stringMatching(`^# ${basename(file).slice(0, 3)}: \\S`), '']);
    expect(date).toMatch(/^- Date: 20\d\d-\d\d-\d\d$/);
    const [, superseding] = /^- Status: (?:Accepted|Superseded by (\d{3}))$/.exec(status ?? '') ?? ['', ''];
    if (superseding !== undefined) expect(numbers).toContain(superseding);
    expect(rest.filter((line) => line.startsWith('#'))).toEqual([
      '## Context',
      '## Decision',
      '## Consequences',
    ]);
  });
});

const pages = [
  ...decisions,
  ...globSync('docs/how-to/*.md', { cwd: projectFolder }),
  'docs/architecture.md',
  'docs/operations.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
];

/** The folders in which a page may leave out the beginning of a path. */
const beginnings = ['', 'src'];

const files = globSync('{bench,bin,deploy,docs,emulators,scripts,src,tests}/**/*', { cwd: projectFolder });
const names = new Set([...files, ...globSync('*', { cwd: projectFolder })].map((file) => basename(file)));

describe('files that the pages name', () => {
  it.each(pages)('%s: all exist', (page) => {
    const named = [...read(page).matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => isFile(name) && !isThere(name))).toEqual([]);
  });
});

/** A file of code or text, or a folder of the project; not a folder of the data, nor a path of the service. */
function isFile(name: string): boolean {
  return /^[^/].*\.(?:ts|mjs|js|css|md)$/.test(name) || /^[a-z][\w./-]*\/$/.test(name);
}

function isThere(name: string): boolean {
  if (!name.includes('/')) return names.has(name);
  return beginnings.some((beginning) => existsSync(join(projectFolder, beginning, name)));
}
