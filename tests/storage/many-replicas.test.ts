/** More replicas than PostgreSQL has connections for: a connection is waited for (contract 10.4.1). */
import { expect, it } from 'vitest';
import { createOwner, expectLedgerWhole } from '../support/cast.ts';
import { startEmbeddedServer } from '../support/embedded-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const replicaCount = 12;
const requestCount = 150;

it.each(['8', '20'])('12 replicas with %s connections each, of 100 in all: only 200', async (pool) => {
  await using server = await startEmbeddedServer(['max_connections=100']);
  await server.createDatabase('tables');
  const environment = { DATABASE_URL: `${server.url}/tables`, DATABASE_POOL: pool };
  const first = await startTestService({ engine: 'postgres', environment });
  const replicas: TestService[] = [first];
  try {
    const { endpoint } = await createOwner(first, 'ann@example.com', '--plan', 'pro');
    while (replicas.length < replicaCount) replicas.push(await startTestService({ from: first }));
    const asked = Array.from({ length: requestCount }, async (_, turn) => {
      const replica = replicas[turn % replicas.length] ?? first;
      return (await replica.get(`${endpoint}?sql=SELECT+${turn}+AS+n`)).status;
    });
    expect([...new Set(await Promise.all(asked))]).toEqual([200]);
    await expectLedgerWhole(first);
  } finally {
    for (const replica of replicas.toReversed()) await replica[Symbol.asyncDispose]();
  }
});
