/** How much a stored table takes: all of its files, of which the CSV is only one. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTableFile } from './table-layout.ts';

export async function tableBytes(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter(isTableFile);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
