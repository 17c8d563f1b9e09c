/**
 * Contents of uploaded files, one folder each: created under a temporary name and renamed once complete and synced.
 * After a crash the previous upload is still valid; the temporary folder is removed later (DESIGN section 2).
 */
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const beginning = 'beginning-';
/** Longer than any upload takes. */
const abandonedAfterMs = 24 * 60 * 60 * 1_000;

/** Creates an empty folder for the upload's files. */
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
