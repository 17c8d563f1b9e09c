/**
 * The profile of an uploaded file: made for the first who asks, while others who ask wait for the same one, and kept in
 * the folder of the upload, with which it goes. An upload never changes, so it is made once.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceBusy } from '../../errors/errors.ts';
import { profileInThread } from '../../sources/csv-upload/profile-thread.ts';
import { type TableProfile, tableProfile } from '../../table/profile/table-profile.ts';
import type { Client } from '../client.ts';
import type { ExportContext } from '../export-context.ts';
import type { Spent } from '../run-sample.ts';

const maxMaking = 8;

const making = new Map<string, Promise<TableProfile>>();

/** `spent` hears the time of making it, of who is the first to ask. */
export async function uploadProfile(
  { uploads }: ExportContext,
  upload: string,
  client: Client,
  spent: Spent,
): Promise<TableProfile> {
  using opened = await uploads.open(upload, client);
  const { folder } = opened;
  return (await keptProfile(folder)) ?? (await madeProfile(folder, spent));
}

async function keptProfile(folder: string): Promise<TableProfile | undefined> {
  try {
    return tableProfile.parse(JSON.parse(await readFile(fileOf(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

function madeProfile(folder: string, spent: Spent): Promise<TableProfile> {
  const known = making.get(folder);
  if (known) return known;
  if (making.size >= maxMaking) throw serviceBusy();
  const begun = performance.now();
  const made = profileInThread(folder)
    .then((profile) => keep(folder, profile))
    .finally(() => {
      making.delete(folder);
      spent(performance.now() - begun);
    });
  making.set(folder, made);
  return made;
}

/** It can be made again: that it cannot be kept, on a full disk or of an upload that has just gone, is no failure. */
async function keep(folder: string, profile: TableProfile): Promise<TableProfile> {
  const unfinished = join(folder, `profiling-${randomUUID()}`);
  try {
    await writeFile(unfinished, JSON.stringify(profile));
    await rename(unfinished, fileOf(folder));
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
  return profile;
}

const fileOf = (folder: string): string => join(folder, 'profile.json');
