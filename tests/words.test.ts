/** What people read says it as people say it: none of the phrases that once did not (dashboard pages: see `dashboard.ts`). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { oldPhrasesIn } from './support/old-phrases.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = [
  'README.md',
  'docs/*.md',
  'docs/guide/*.md',
  'docs/reference/*.md',
  'src/mail/messages.ts',
  'src/errors/errors.ts',
  'src/cli/*.ts',
  'dashboard/src/**/*.{ts,tsx}',
];
/** The table that translates the types of the platforms. */
const translations = 'dashboard/src/column-types.ts';
const texts = read
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => file !== translations);

it.each(texts)('%s has none of them', (file) => {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
  expect(oldPhrasesIn(text)).toEqual([]);
});
