/**
 * A folder that the service keeps its state in: made where it is missing, and tried. What goes wrong is told
 * with the setting that names the folder and what to do (contract 10.3.1).
 */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomId } from '../base/random-id.ts';
import { errorCode } from '../errors/error-code.ts';

export async function prepareFolder(folder: string, variable: string): Promise<void> {
  try {
    await makeFolder(folder);
    const trial = join(folder, `.trial-${randomId()}`);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    const problem = problems[errorCode(error)] ?? 'cannot be written to';
    throw new Error(
      `Setting ${variable}: ${folder} ${problem}. Set ${variable} to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

/** Whether every user of the machine may look into it. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  return ((await stat(folder)).mode & 0o007) !== 0;
}

const problems: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written to: permission denied',
  EPERM: 'cannot be written to: permission denied',
  EROFS: 'cannot be written to: the file system is read-only',
  ENOSPC: 'cannot be written to: no space is left',
  ENOTDIR: 'is a file, or lies in one, and not a folder',
  ENOENT: 'cannot be made: its file system takes no new folders',
};

/** Not `mkdir` with `recursive`, which never ends where the system denies that a parent exists, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const parent = dirname(folder);
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) return;
    if (found) throw Object.assign(new Error('not a folder', { cause: error }), { code: 'ENOTDIR' });
    if (errorCode(error) !== 'ENOENT' || (await stat(parent).catch(() => undefined))) throw error;
    await makeFolder(parent);
    await makeFolder(folder);
  }
}
