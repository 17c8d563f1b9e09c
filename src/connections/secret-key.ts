/**
 * The key that secrets are sealed with: `SECRET_KEY`, or one made at the first start and kept beside the data.
 * A mark in the database tells whether it is the right one: with a wrong or lost key the service does not start,
 * because it could read none of the credentials it keeps (contract 5.8.2).
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import type { Config } from '../config/config.ts';
import { findMark, insertMark, replaceMark } from './secret-mark-store.ts';
import { openSecrets, type Secrets } from './secrets.ts';

const minKeyLength = 32;
const markBinding = 'secret_marks/key/sealed';
const markText = 'tablecast';

export async function openSecretKey(context: AppContext): Promise<Secrets> {
  const { db } = context.database;
  const found = await findMark(db);
  const secrets = openSecrets(await readKeys(context, found !== undefined));
  if (found === undefined) await insertMark(db, secrets.seal(markText, markBinding));
  const mark = found ?? (await findMark(db)) ?? '';
  try {
    secrets.open(mark, markBinding);
  } catch {
    throw new Error(
      'Setting SECRET_KEY is not the key that the secrets in this database are encrypted with: give the right one, or both separated by a comma, the new one first.',
    );
  }
  if (secrets.isOutdated(mark)) await replaceMark(db, mark, secrets.seal(markText, markBinding));
  return secrets;
}

/** Where the key is kept that was made at the first start. */
export function keyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret-key');
}

/** A key is made only for a database without a mark. */
async function readKeys({ config }: AppContext, hasMark: boolean): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = config.secretKey;
  if (first !== undefined) return [first, ...others];
  const file = keyFile(config);
  const found = await readKeyFile(file);
  if (found !== undefined) return [found];
  if (hasMark) {
    throw new Error(
      `Setting SECRET_KEY is missing, and so is the file ${file}: the secrets in this database are encrypted with it. Give the same key as before.`,
    );
  }
  await makeKeyFile(config.dataDir, file);
  return [(await readKeyFile(file)) ?? ''];
}

/** Undefined when there is none. */
async function readKeyFile(file: string): Promise<string | undefined> {
  const key = await readFile(file, 'utf8').catch(ignoreMissing);
  if (key === undefined || key.trim().length >= minKeyLength) return key?.trim();
  throw new Error(
    `The file ${file} holds no key of at least ${minKeyLength} characters: give SECRET_KEY, or put back the file as it was.`,
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Whole or not at all, and never over another. */
async function makeKeyFile(folder: string, file: string): Promise<void> {
  const draft = `${file}-${randomId()}`;
  await mkdir(folder, { recursive: true });
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
}

/** Another process may have made it at the same moment. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
