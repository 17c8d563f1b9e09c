/**
 * What an export holds while its answer is on its way, in memory and in the scratch folder; both are bounded, over
 * all exports and for one endpoint.
 */
import { stat } from 'node:fs/promises';
import { StoredTable } from '../../table/stored/stored-table.ts';
import { indexFile, rowsFile } from '../../table/stored/table-layout.ts';
import type { Table } from '../../table/table.ts';
import { isWhole } from '../answer.ts';
import type { Rendered } from '../render.ts';

/** Of an answer that is streamed: pieces, buffers of files, a compressor. */
const streamBytes = 1024 * 1024;

/** A body in the cache is one for all. */
export function answerBytes({ body, isShared }: Rendered): number {
  if (isShared) return 0;
  return isWhole(body) ? body.length : streamBytes;
}

/** The folder of a table that lies in scratch; undefined for one in memory, and for an upload. */
export function scratchFolderOf(table: Table): string | undefined {
  if (!(table instanceof StoredTable) || table.rows.contentKey !== undefined) return undefined;
  return table.rows.folder;
}

export async function scratchBytes(folder: string): Promise<number> {
  const sizes = await Promise.all([rowsFile(folder), indexFile(folder)].map((file) => stat(file)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
