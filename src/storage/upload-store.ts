/**
 * Contents of uploaded files: one folder each, made beside the others under a temporary name and renamed when
 * it is whole and durable. A crash leaves the old file or none, and a remainder that is swept later.
 */
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const beginning = 'beginning-';
/** No upload takes that long. */
const abandonedAfterMs = 24 * 60 * 60 * 1_000;

/** An empty folder to write into. */
export async function beginUpload(uploadsDir: string, id: string): Promise<string> {
  const folder = join(uploadsDir, `${beginning}${id}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

export async function commitUpload(uploadsDir: string, id: string): Promise<void> {
  const folder = join(uploadsDir, id);
  const begun = join(uploadsDir, `${beginning}${id}`);
  await syncFolder(begun);
  await rename(begun, folder);
  await syncFolder(uploadsDir);
}

export async function abandonUpload(uploadsDir: string, id: string): Promise<void> {
  await rm(join(uploadsDir, `${beginning}${id}`), { recursive: true, force: true });
}

export async function removeUpload(uploadsDir: string, id: string): Promise<void> {
  await rm(join(uploadsDir, id), { recursive: true, force: true });
}

/** Of a name in the folder of uploads. */
export function isFinishedUpload(name: string): boolean {
  return !name.startsWith(beginning);
}

/** Removes what crashed uploads left. */
export async function sweepUploads(uploadsDir: string, now: number): Promise<void> {
  await mkdir(uploadsDir, { recursive: true });
  for (const name of await readdir(uploadsDir)) {
    if (isFinishedUpload(name)) continue;
    const folder = join(uploadsDir, name);
    const { mtimeMs } = await stat(folder);
    if (now - mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
