/** A database that is not there yet when the service starts: it is waited for (contract 10.3.1). */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { createPostgresDatabase, startTestService } from '../support/service.ts';

it('the start waits for PostgreSQL, and says so in one line', async () => {
  const there = new URL(await createPostgresDatabase());
  const late = new URL(there);
  late.port = String(await freePort());
  const logLines: string[] = [];
  const starting = startTestService({
    engine: 'postgres',
    environment: { DATABASE_URL: late.href },
    logLines,
  });
  await pause(3_500);
  const way = createServer((socket) => {
    const server = connect(Number(there.port), there.hostname);
    socket.pipe(server).pipe(socket);
    for (const end of [socket, server]) end.on('error', () => end.destroy());
  });
  way.listen(Number(late.port), '127.0.0.1');
  await once(way, 'listening');
  const service = await starting;
  expect((await service.get('')).status).toBe(200);
  expect(logLines.filter((line) => line.includes('waiting for PostgreSQL'))).toHaveLength(1);
  await service[Symbol.asyncDispose]();
  way.close();
});
