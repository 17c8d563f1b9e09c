/** The database that those of the tests on PostgreSQL are copies of: the schema is made once. */
import { openDatabase } from '../../src/storage/database/open-database.ts';
import type { EmbeddedServer } from './embedded-server.ts';

export const templateDatabase = 'tablecast_template';

export async function createTemplateDatabase({ url, createDatabase }: EmbeddedServer): Promise<void> {
  await createDatabase(templateDatabase);
  const database = await openDatabase(`${url}/${templateDatabase}`);
  await database.close();
}
