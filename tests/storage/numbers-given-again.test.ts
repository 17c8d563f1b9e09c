/**
 * A server that crashed gives the numbers of transactions again that it had given to those it lost. Whose outcome is
 * asked for by its number alone could be told the outcome of another.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database/database.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../support/embedded-server.ts';

let server: EmbeddedServer;
let database: Database;

beforeAll(async () => {
  // So late that what is begun in this test is lost by the crash, not written by the background.
  server = await startEmbeddedServer(['wal_writer_delay=10s', 'bgwriter_delay=10s', 'autovacuum=off']);
  await server.createDatabase('tablecast');
  database = await openDatabase(`${server.url}/tablecast`, { connections: 2 });
});
afterAll(async () => {
  await database.close();
  await server[Symbol.asyncDispose]();
});

it('a transaction that a crash has lost is not taken for another one with its number', async () => {
  const { db } = database;
  const mark = (id: string) => ({ email_digest: id, granted_at: 1 });
  await db.insertInto('trials').values(mark('before')).execute();
  const lost = db.transaction().execute(async (transaction) => {
    const number = await numberOf(transaction);
    await server.stop('immediate');
    await server.start();
    // Others get the numbers that it had, and are committed.
    for (let other = 0; other < 20; other++)
      await db
        .insertInto('trials')
        .values(mark(`${other}`))
        .execute();
    const { rows } = await sql<{
      status: string;
    }>`select pg_xact_status(${number}::xid8) as status`.execute(db);
    expect(rows).toEqual([{ status: 'committed' }]);
  });
  await expect(lost).rejects.toThrow();
});

async function numberOf(db: Database['db']): Promise<string> {
  const { rows } = await sql<{ number: string }>`select pg_current_xact_id()::text as number`.execute(db);
  return rows[0]?.number ?? '';
}
