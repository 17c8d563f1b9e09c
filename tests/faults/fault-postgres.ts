/** A PostgreSQL of its own for a kind of fault: with everything on that makes it safe, because it is killed. */
import { type EmbeddedServer, type PostgresBuild, startEmbeddedServer } from '../support/embedded-server.ts';

export interface FaultPostgres extends AsyncDisposable {
  readonly server: EmbeddedServer;
  /** Of the database of the service. */
  readonly url: string;
}

const databaseName = 'tablecast';

export async function startFaultPostgres(build: PostgresBuild, parent?: string): Promise<FaultPostgres> {
  const server = await startEmbeddedServer(['log_min_messages=log'], build, parent);
  await server.createDatabase(databaseName);
  return {
    server,
    url: `${server.url}/${databaseName}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
