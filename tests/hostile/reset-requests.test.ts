/**
 * A client that has gone before the answer is ready pays nothing, however soon it left (contract 8.1.4); data in memory
 * is ready in the turn of its request.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { balanceOf, castTable, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

const connections = 30;

it.each(bothEngines.flatMap((engine) => [[engine, 1] as const, [engine, 5] as const]))(
  'on %s: %i requests on each connection, reset right after they were sent',
  async (engine, requests) => {
    await using service = await startTestService({ engine });
    const owner = await createOwner(service, 'ann@example.com', '--plan', 'pro');
    const large = await service.publish(`${castTable}${'Cy,5\n'.repeat(200_000)}`, '--owner', owner.email);
    for (const path of [`${owner.endpoint}?sql=SELECT+1`, large]) {
      for (let i = 0; i < connections; i++) await sendAndReset(service, path, requests);
    }
    await untilQuiet(service);
    expect(await balanceOf(service, owner.email)).toBe(500);
    await expectLedgerWhole(service);
  },
);

async function sendAndReset({ url }: TestService, path: string, requests: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET /${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(requests));
  socket.resetAndDestroy();
  await once(socket, 'close');
}

/** Requests that came earlier have been dealt with by the time a later statement is answered. */
async function untilQuiet(service: TestService): Promise<void> {
  const id = await service.publish(castTable);
  for (let i = 0; i < 5; i++) expect((await service.get(`${id}?sql=SELECT+${i}`)).status).toBe(200);
}
