/**
 * How much the first page needs: the entry of the built dashboard and what it imports at once, compressed, and the type
 * face, of which one file is preloaded.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const dist = new URL('../../dashboard/dist/', import.meta.url);
const maxBytes = 300_000;

it('is at most 300 kB', () => {
  const [, entry = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(text('index.html')) ?? [];
  const files = withImports(new URL(entry, dist), new Set());
  const bytes = [...files].map((file) => gzipSync(readFileSync(new URL(file)), { level: 9 }).byteLength);
  const face = readFileSync(new URL(preloaded()[0] ?? '', dist)).byteLength;
  expect(bytes.reduce((sum, each) => sum + each, face)).toBeLessThan(maxBytes);
  expect(files.size).toBeGreaterThan(0);
});

it('preloads one file of the type face, of at most 40 kB', () => {
  expect(preloaded()).toEqual(['fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2']);
  expect(readFileSync(new URL(preloaded()[0] ?? '', dist)).byteLength).toBeLessThan(40_000);
});

const preloaded = (): string[] =>
  [...text('index.html').matchAll(/rel="preload"\s+href="([^"]+)"/g)].map(([, path = '']) => path);

const text = (path: string): string => readFileSync(new URL(path, dist), 'utf8');

/** Those of `import … from` and `import '…'`; not those of `import()`, which are loaded when they are needed. */
function withImports(file: URL, found: Set<string>): Set<string> {
  if (found.has(file.href)) return found;
  found.add(file.href);
  const code = readFileSync(file, 'utf8');
  for (const [, path = ''] of code.matchAll(/\b(?:from|import)\s*["'](\.[^"']+\.js)["']/g))
    withImports(new URL(path, file), found);
  return found;
}
