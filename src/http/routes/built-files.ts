/** The files of the built dashboard, read once, with what compresses well compressed once. */
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errorCode } from '../../errors/error-code.ts';

export interface BuiltFile {
  readonly type: string;
  readonly content: Buffer;
  /** Absent where it would not be shorter. */
  readonly gzip?: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** By their path; empty when the dashboard was not built. What begins with a dot is not for others. */
export async function readBuiltFiles(folder: URL): Promise<ReadonlyMap<string, BuiltFile>> {
  const root = fileURLToPath(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
  const files = new Map<string, BuiltFile>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (/(?:^|\/)\./.test(relative(root, path))) continue;
    const content = await readFile(path);
    const compressed = await promisify(gzip)(content, { level: 9 });
    files.set(relative(root, path), {
      type: types[extname(path)] ?? 'application/octet-stream',
      content,
      ...(compressed.length < content.length && { gzip: compressed }),
    });
  }
  return files;
}

function noneIfMissing(error: unknown): Dirent[] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}
