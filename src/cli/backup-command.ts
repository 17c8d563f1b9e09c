/**
 * `backup FOLDER`: everything that a restore needs, copied while the service runs. The database comes first: an
 * upload never changes, and stays for an hour after it was replaced, so every upload that the copy of the
 * database names can still be copied (contract 10.5.4).
 */
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AppContext } from '../app-context.ts';
import { errorCode } from '../errors/error-code.ts';
import { copySqlite, currentUploads, noteBackup } from '../storage/database/backup-store.ts';
import { makeDurable } from '../storage/durable.ts';
import type { UploadStore } from '../storage/uploads/upload-store.ts';
import { type Command, onlyArgument } from './command.ts';

export const backup: Command = {
  usage: 'backup FOLDER',
  does: 'Copies the database, the uploads (also those in a bucket) and the key file into an empty folder, also while the service runs; on PostgreSQL the uploads and the key file only.',
  options: {},
  writesTo: (input) => input.arguments[0],
  run: async (context, input) => {
    const folder = resolve(onlyArgument(input, 'FOLDER'));
    await makeEmptyFolder(folder);
    const database = await copyDatabase(context, folder);
    const uploads = await copyUploads(context, join(folder, 'uploads'));
    const secretKey = await copySecretKey(context, folder);
    await noteBackup(context.database, context.now());
    return { folder, database, uploads, secretKey };
  },
};

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty.`);
}

async function copyDatabase({ database }: AppContext, folder: string): Promise<string> {
  if (database.file === undefined) return 'not copied: run pg_dump before this command';
  const copy = join(folder, 'tablecast.sqlite');
  await copySqlite(database, copy);
  await chmod(copy, 0o600);
  await makeDurable(copy);
  return copy;
}

/** How many. Fails when one that an endpoint needs is not there. */
async function copyUploads({ database, uploads }: AppContext, target: string): Promise<number> {
  const needed = await currentUploads(database);
  await mkdir(target, { mode: 0o700 });
  const copied = new Set<string>();
  for (const id of await uploads.list()) {
    if (await copyUpload(uploads, id, join(target, id))) copied.add(id);
  }
  const missing = needed.filter((id) => !copied.has(id));
  if (missing.length > 0) {
    throw new Error(
      `The backup is not complete: ${missing.length} uploads that endpoints need are not in ${uploads.name}, for example ${missing[0]}.`,
    );
  }
  return copied.size;
}

/** False when it was removed meanwhile, an hour after it was replaced. */
async function copyUpload(uploads: UploadStore, id: string, target: string): Promise<boolean> {
  await mkdir(target, { mode: 0o700 });
  const isCopied = await uploads.copy(id, target);
  if (!isCopied) await rm(target, { recursive: true, force: true });
  return isCopied;
}

/** Undefined where the key is in the settings: it is kept by whoever keeps those. */
async function copySecretKey({ config }: AppContext, folder: string): Promise<string | undefined> {
  const target = join(folder, 'secret-key');
  try {
    await copy(join(config.dataDir, 'secret-key'), target);
    await chmod(target, 0o600);
    return target;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function copy(file: string, target: string): Promise<void> {
  await copyFile(file, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await makeDurable(target);
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
