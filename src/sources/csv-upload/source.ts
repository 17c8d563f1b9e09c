/**
 * The CSV upload source (1.3): the stored file as a Table. A stored file never changes (a new upload is a new
 * one), so the rows of small ones stay decoded in memory while they are in use.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors.ts';
import { idPattern } from '../../random-id.ts';
import { StoredTable } from '../../stored-table/stored-table.ts';
import { rowsFile, type TableDescription } from '../../stored-table/table-layout.ts';
import { folderTable, readDescription } from '../../stored-table/table-reader.ts';
import type { Batch, Table } from '../../table.ts';
import type { Source } from '../source.ts';

/** What an endpoint remembers: the id of the upload, which is also the name of its folder. */
export interface CsvUploadSettings {
  readonly upload: string;
}

export const csvUpload: Source = {
  platform: 'CSV upload',
  fetch: async ({ settings, fields, allFields, uploadsDir }) => {
    try {
      const file = await openFile(uploadOf(settings), uploadsDir);
      return file.select(allFields ? null : fields);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw new ServiceError('sourceUnavailable', { cause: error });
    }
  },
  isInMemory: (settings) => isCsvUploadSettings(settings) && remembered.has(settings.upload),
};

function uploadOf(settings: unknown): string {
  if (!isCsvUploadSettings(settings)) throw new TypeError('the endpoint does not name an upload');
  return settings.upload;
}

function isCsvUploadSettings(settings: unknown): settings is CsvUploadSettings {
  if (typeof settings !== 'object' || settings === null || !('upload' in settings)) return false;
  return typeof settings.upload === 'string' && idPattern.test(settings.upload);
}

/** A file up to this size is kept in memory, and so much of all files together. */
const smallBytes = 1024 * 1024;
const rememberedBytes = 32 * 1024 * 1024;
const bytesPerCell = 64;

const remembered = new Map<string, StoredFile>();
let bytesInMemory = 0;

async function openFile(upload: string, uploadsDir: string): Promise<StoredFile> {
  const known = remembered.get(upload);
  if (known) {
    remembered.delete(upload);
    remembered.set(upload, known);
    return known;
  }
  const folder = join(uploadsDir, upload);
  const description = await readDescription(folder);
  const { size } = await stat(rowsFile(folder));
  const memory = size + bytesPerCell * description.rows * description.columns.length;
  if (memory > smallBytes) return new StoredFile(folder, description, undefined);
  const file = new StoredFile(folder, description, await readFile(rowsFile(folder)));
  remember(upload, file, memory);
  return file;
}

/** The files used longest ago make room. */
function remember(upload: string, file: StoredFile, memory: number): void {
  if (remembered.has(upload)) return;
  file.memory = memory;
  remembered.set(upload, file);
  bytesInMemory += memory;
  for (const [oldest, { memory: freed }] of remembered) {
    if (bytesInMemory <= rememberedBytes) break;
    remembered.delete(oldest);
    bytesInMemory -= freed;
  }
}

class StoredFile {
  /** About how many bytes it takes while it is kept. */
  memory = 0;
  readonly #folder: string;
  readonly #description: TableDescription;
  /** Present when the file is kept in memory. */
  readonly #csv: Uint8Array | undefined;
  readonly #selections = new Map<string, StoredTable>();

  constructor(folder: string, description: TableDescription, csv: Uint8Array | undefined) {
    this.#folder = folder;
    this.#description = description;
    this.#csv = csv;
  }

  select(fields: readonly string[] | null): StoredTable {
    const key = fields === null ? '' : JSON.stringify(fields);
    const known = this.#selections.get(key);
    if (known) return known;
    const picked = fields && this.#pick(fields);
    const table = folderTable(this.#folder, this.#description, {
      ...(this.#csv && { csv: this.#csv }),
      ...(picked && { picked }),
    });
    const kept = this.#csv ? inMemory(table) : table;
    this.#selections.set(key, kept);
    return kept;
  }

  /** Undefined when that is every column in its place. */
  #pick(fields: readonly string[]): number[] | undefined {
    const { columns } = this.#description;
    const picked = fields.map((field) => columns.findIndex(({ name }) => name === field));
    const lost = fields.filter((_, index) => picked[index] === -1);
    if (lost.length > 0) throw structureChanged(lost);
    const whole = picked.length === columns.length && picked.every((column, index) => column === index);
    return whole ? undefined : picked;
  }
}

function structureChanged(lost: readonly string[]): ServiceError {
  const names = lost.map((name) => JSON.stringify(name)).join(', ');
  const data = `The file no longer has the column${lost.length === 1 ? '' : 's'} ${names}.`;
  return new ServiceError('structureChanged', { placeholders: { platform: csvUpload.platform }, data });
}

function inMemory({ columns, batches, rows }: StoredTable): StoredTable {
  return new StoredTable(columns, keepBatches(batches), { ...rows, isCacheable: true });
}

/** Reads once, then answers from memory. */
function keepBatches(batches: Table['batches']): Table['batches'] {
  let kept: Batch[] | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      kept ??= await Array.fromAsync(batches);
      yield* kept;
    },
  };
}
