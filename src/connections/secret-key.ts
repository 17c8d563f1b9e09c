/**
 * The key that secrets are sealed with: `SECRET_KEY`, or one made at the first start and kept beside the data.
 * A mark in the database tells whether it is the right one: with a wrong or lost key the service does not start,
 * for it could read none of the credentials it keeps (section 5).
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../app-context.ts';
import { SettingError } from '../config.ts';
import { randomId } from '../random-id.ts';
import { openSecrets, type Secrets } from './secrets.ts';

const shortestKey = 32;
const markId = 'key';
const markBinding = 'secret_marks/key/sealed';
const markText = 'tablecast';

export async function openSecretKey(context: AppContext): Promise<Secrets> {
  const mark = await readMark(context);
  const secrets = openSecrets(await readKeys(context, mark !== undefined));
  const kept = mark ?? (await writeMark(context, secrets));
  try {
    secrets.open(kept, markBinding);
  } catch {
    throw new SettingError(
      'Setting SECRET_KEY is not the key that the secrets in this database are encrypted with: give the right one, or both separated by a comma, the new one first.',
    );
  }
  if (secrets.isOutdated(kept)) await renewMark(context, secrets, kept);
  return secrets;
}

/** A key is made only for a database that has none yet. */
async function readKeys({ config }: AppContext, hasMark: boolean): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = config.secretKey;
  if (first !== undefined) return [first, ...others];
  const file = join(config.dataDir, 'secret-key');
  const found = await readKeyFile(file);
  if (found !== undefined) return [found];
  if (hasMark) {
    throw new SettingError(
      `Setting SECRET_KEY is missing, and so is the file ${file}: the secrets in this database are encrypted with it. Give the same key as before.`,
    );
  }
  await makeKeyFile(config.dataDir, file);
  return [(await readKeyFile(file)) ?? ''];
}

/** Undefined when there is none. */
async function readKeyFile(file: string): Promise<string | undefined> {
  const key = await readFile(file, 'utf8').catch(ignoreMissing);
  if (key === undefined || key.trim().length >= shortestKey) return key?.trim();
  throw new SettingError(
    `The file ${file} holds no key of at least ${shortestKey} characters: give SECRET_KEY, or put back the file as it was.`,
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

async function readMark({ database }: AppContext): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('secret_marks')
    .select('sealed')
    .where('id', '=', markId)
    .executeTakeFirst();
  return row?.sealed;
}

/** The one that is kept: of several processes the first decides. */
async function writeMark(context: AppContext, secrets: Secrets): Promise<string> {
  await context.database.db
    .insertInto('secret_marks')
    .values({ id: markId, sealed: secrets.seal(markText, markBinding) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readMark(context)) ?? '';
}

async function renewMark({ database }: AppContext, secrets: Secrets, before: string): Promise<void> {
  await database.db
    .updateTable('secret_marks')
    .set({ sealed: secrets.seal(markText, markBinding) })
    .where('id', '=', markId)
    .where('sealed', '=', before)
    .execute();
}
