/**
 * Contract 5.5: of two processes that change or refresh a connection at the same time one succeeds, and the other is
 * told so; a turn at refreshing ends by itself.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/connections/connection.ts';
import {
  changeConnection,
  claimRefresh,
  endRefresh,
  findConnection,
  insertConnection,
} from '../../src/connections/connection-store.ts';
import type { Database } from '../../src/storage/database/database.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

describe.each(bothEngines)('connections as they are kept, on %s', (engine) => {
  let service: TestService;
  let database: Database;
  beforeAll(async () => {
    service = await startTestService({ engine });
    database = service.database;
  });
  afterAll(() => service[Symbol.asyncDispose]());

  let made = 0;
  async function newConnection(): Promise<Connection> {
    made += 1;
    const connection: Connection = {
      id: `c${made}`,
      accountId: 'a1',
      platform: 'airtable',
      state: 'working',
      secret: 's',
      expiresAt: null,
      version: 0,
      createdAt: 1,
      account: null,
      name: null,
      checkedAt: null,
      problem: null,
    };
    await insertConnection(database.db, connection);
    return connection;
  }
  const revoked = { state: 'revoked', secret: 't', expiresAt: 5 } as const;
  const longMs = 60_000;

  it('a change counts the version up', async () => {
    const connection = await newConnection();
    expect(await changeConnection(database.db, connection, revoked)).toBe(true);
    expect(await findConnection(database.db, connection.id)).toEqual({
      ...connection,
      ...revoked,
      version: 1,
    });
  });

  it('a change of what has been changed since it was read is refused', async () => {
    const read = await newConnection();
    const disconnected = { state: 'disconnected', secret: null, expiresAt: null } as const;
    expect(await changeConnection(database.db, read, disconnected)).toBe(true);
    expect(await changeConnection(database.db, read, revoked)).toBe(false);
    expect(await findConnection(database.db, read.id)).toMatchObject({ ...disconnected, version: 1 });
  });

  it('a change leaves other connections alone', async () => {
    const [one, other] = [await newConnection(), await newConnection()];
    await changeConnection(database.db, one, revoked);
    expect(await findConnection(database.db, other.id)).toEqual(other);
  });

  it('one of ten may refresh it', async () => {
    const connection = await newConnection();
    const claims = Array.from({ length: 10 }, () => claimRefresh(database, connection, longMs));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  });

  it('a turn that has passed is free for the next', async () => {
    const connection = await newConnection();
    expect(await claimRefresh(database, connection, -1_000)).toBe(true);
    expect(await claimRefresh(database, connection, longMs)).toBe(true);
    expect(await claimRefresh(database, connection, longMs)).toBe(false);
  });

  it('a turn that was given up is free for the next', async () => {
    const connection = await newConnection();
    await claimRefresh(database, connection, longMs);
    await endRefresh(database.db, connection);
    expect(await claimRefresh(database, connection, longMs)).toBe(true);
  });

  it('a turn ends with the change that it was for', async () => {
    const connection = await newConnection();
    await claimRefresh(database, connection, longMs);
    await changeConnection(database.db, connection, { ...connection });
    expect(await claimRefresh(database, { ...connection, version: 1 }, longMs)).toBe(true);
  });

  it('what has been changed since it was read is neither refreshed nor given up', async () => {
    const read = await newConnection();
    await changeConnection(database.db, read, revoked);
    const now = { ...read, version: 1 };
    expect(await claimRefresh(database, read, longMs)).toBe(false);
    expect(await claimRefresh(database, now, longMs)).toBe(true);
    await endRefresh(database.db, read);
    expect(await claimRefresh(database, now, longMs)).toBe(false);
  });
});
