/**
 * The CSV upload source: the stored file as a Table. A stored file never changes (a new upload is a new one), so the
 * rows of small ones stay decoded in memory while they are in use.
 */

import { readFile, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { idPattern } from '../../base/random-id.ts';
import { ServiceError } from '../../errors/errors.ts';
import { columnNamesProblem } from '../../table/column-bounds.ts';
import { StoredTable } from '../../table/stored/stored-table.ts';
import { rowsFile, type TableDescription } from '../../table/stored/table-layout.ts';
import { folderTable, readDescription } from '../../table/stored/table-reader.ts';
import type { Batch, Table } from '../../table/table.ts';
import { structureChanged } from '../remembered-fields.ts';
import type { FetchRequest, Source } from '../source.ts';
import { columnsGoneText } from './columns-gone.ts';
import type { CsvUploadSettings } from './settings.ts';

const label = 'CSV upload';

export const csvUpload = {
  label,
  hasLinkedRecords: false,
  fetch: fetchTable,
  isInMemory: (settings: unknown) => isCsvUploadSettings(settings) && cache.has(settings.upload),
} as const satisfies Source;

async function fetchTable(request: FetchRequest): Promise<StoredTable> {
  try {
    const upload = uploadOf(request.settings);
    const file = await openFile(upload, await request.openUpload(upload));
    return file.select(request.allFields ? null : request.fields);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('sourceUnavailable', { cause: error });
  }
}

export function uploadOf(settings: unknown): string {
  if (!isCsvUploadSettings(settings)) throw new TypeError('the endpoint does not name an upload');
  return settings.upload;
}

function isCsvUploadSettings(settings: unknown): settings is CsvUploadSettings {
  if (typeof settings !== 'object' || settings === null || !('upload' in settings)) return false;
  return typeof settings.upload === 'string' && idPattern.test(settings.upload);
}

/** The memory of one file in the cache, and of all of them together. */
const maxFileBytes = 1024 * 1024;
const maxCacheBytes = 32 * 1024 * 1024;
const bytesPerCell = 64;
/** Of one file: each has rows of its own in memory. */
const maxSelections = 8;

const cache = new LRUCache<string, StoredFile>({ maxSize: maxCacheBytes });

async function openFile(upload: string, folder: string): Promise<StoredFile> {
  const known = cache.get(upload);
  if (known?.folder === folder) return known;
  const description = await readDescription(folder);
  // A file that was taken before there was a bound.
  const problem = columnNamesProblem(description.columns.map(({ name }) => name));
  if (problem !== undefined) throw structureChanged(label, problem);
  const { size } = await stat(rowsFile(folder));
  const memory = size + bytesPerCell * description.rows * description.columns.length;
  if (memory > maxFileBytes) return new StoredFile(folder, description, undefined);
  const file = new StoredFile(folder, description, await readFile(rowsFile(folder)));
  const other = cache.get(upload);
  if (other?.folder !== folder) cache.set(upload, file, { size: Math.max(1, memory) });
  return file;
}

class StoredFile {
  readonly folder: string;
  readonly #description: TableDescription;
  /** Present when the file is in memory. */
  readonly #csv: Uint8Array | undefined;
  readonly #selections = new Map<string, StoredTable>();

  constructor(folder: string, description: TableDescription, csv: Uint8Array | undefined) {
    this.folder = folder;
    this.#description = description;
    this.#csv = csv;
  }

  select(fields: readonly string[] | null): StoredTable {
    const key = fields === null ? '' : JSON.stringify(fields);
    const known = this.#selections.get(key);
    if (known) return known;
    const selected = this.#read(fields && this.#pick(fields));
    const [oldest] = this.#selections.keys();
    if (oldest !== undefined && this.#selections.size >= maxSelections) this.#selections.delete(oldest);
    this.#selections.set(key, selected);
    return selected;
  }

  #read(picked: readonly number[] | null | undefined): StoredTable {
    const csv = this.#csv;
    const table = folderTable(this.folder, this.#description, {
      contentKey: `${this.folder}\n${picked?.join() ?? ''}`,
      ...(csv && { csv }),
      ...(picked && { picked }),
    });
    return csv ? inMemory(table) : table;
  }

  /** Undefined when that is every column in its order. */
  #pick(fields: readonly string[]): number[] | undefined {
    const { columns } = this.#description;
    const places = new Map(columns.map(({ name }, index) => [name, index]));
    const picked = fields.map((field) => places.get(field) ?? -1);
    const lost = fields.filter((_, index) => picked[index] === -1);
    if (lost.length > 0) throw columnsGone(lost);
    const whole = picked.length === columns.length && picked.every((column, index) => column === index);
    return whole ? undefined : picked;
  }
}

function columnsGone(lost: readonly string[]): ServiceError {
  return structureChanged(label, columnsGoneText(lost));
}

function inMemory({ columns, batches, rows }: StoredTable): StoredTable {
  return new StoredTable(columns, keepBatches(batches), rows);
}

/** Reads once, then from memory. */
function keepBatches(batches: Table['batches']): Table['batches'] {
  let kept: Batch[] | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      kept ??= await Array.fromAsync(batches);
      yield* kept;
    },
  };
}
