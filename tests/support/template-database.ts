/** The databases that those of the tests are copies of: the schema is made once for each engine. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const templateDatabase = 'tablecast_template';

export async function createTemplateDatabase({ url, createDatabase }: EmbeddedServer): Promise<void> {
  await createDatabase(templateDatabase);
  const database = await openDatabase(`${url}/${templateDatabase}`);
  await database.close();
}

/** Answers the file. */
export async function createTemplateFile(): Promise<string> {
  const file = join(await mkdtemp(join(temporaryFolder(), 'tablecast-template-')), 'tablecast.sqlite');
  const database = await openDatabase(`sqlite:${file}`);
  await database.close();
  return file;
}
