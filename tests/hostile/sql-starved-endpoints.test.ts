/**
 * However many endpoints have statements without end, the statement of another is answered soon: time used decides
 * whose turn it is, and one process is kept for endpoints with a clean record (contract 8.6.3).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { castTable, createOwner } from '../support/cast.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { openRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { runawaySql, slowSql } from '../support/slow-sql.ts';

const hostileEndpoints = 10;
const statementsOfEach = 3;
const innocentStatements = 200;

const owned = async (service: TestService, owner: string): Promise<string> => {
  await service.command('account', 'create', owner, '--plan', 'custom');
  return service.publish(castTable, '--owner', owner);
};

async function runToLimit(service: TestService, path: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) await fetch(`${service.url}/${path}`, { signal: stop }).catch(() => undefined);
}

async function leave(service: TestService, path: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const socket = openRequest(service.url, `GET /${path}`).on('error', () => {});
    await pause(300, undefined, { signal: stop }).catch(() => undefined);
    socket.resetAndDestroy();
  }
}

async function waitsOf(service: TestService, endpoint: string): Promise<number[]> {
  const waits: number[] = [];
  for (let i = 0; i < innocentStatements; i++) {
    const began = performance.now();
    const sql = `SELECT count(*) + ${i} AS n FROM service_table`;
    const answer = await service.get(`${endpoint}?sql=${encodeURIComponent(sql)}`);
    expect(await answer.text()).toBe(`n\n${2 + i}\n`);
    waits.push(performance.now() - began);
    await pause(10);
  }
  return waits;
}

/** Of whom the endpoints are, what their callers do. */
const attacks = [
  [
    'of many owners',
    (service: TestService, i: number) => owned(service, `owner${i}@example.com`),
    runToLimit,
  ],
  ['of one owner, whose callers leave', (service: TestService) => service.publish(castTable), leave],
] as const;

it.each(attacks)('statements without end on endpoints %s', async (_whose, publish, call) => {
  await using service = await startTestService({ environment: { SQL_TIME_LIMIT_MS: '3000' } });
  const innocent = await publish(service, hostileEndpoints);
  const endpoints: string[] = [];
  for (let i = 0; i < hostileEndpoints; i++) endpoints.push(await publish(service, i));
  expect((await service.get(`${innocent}?sql=SELECT+1`)).status).toBe(200);
  const stop = new AbortController();
  const attack = Array.from({ length: hostileEndpoints * statementsOfEach }, (_, i) => {
    const sql = encodeURIComponent(`${runawaySql} -- ${i}`);
    return call(service, `${endpoints[i % hostileEndpoints]}?sql=${sql}`, stop.signal);
  });
  const waits = (await waitsOf(service, innocent)).sort((a, b) => a - b);
  stop.abort();
  await Promise.all(attack);
  expect(waits[Math.ceil(0.99 * waits.length) - 1]).toBeLessThanOrEqual(atThisPace(2_000));
});

it('a statement that makes way for others is answered all the same', async () => {
  const environment = { SQL_PROCESSES: '1', SQL_TIME_LIMIT_MS: '60000' };
  await using service = await startTestService({ environment });
  const { endpoint: endless } = await createOwner(service, 'greedy@example.com', '--plan', 'pro');
  const [long = '', ...others] = await Promise.all([1, 2, 3].map(() => service.publish(castTable)));
  const greedy = openRequest(service.url, `GET /${endless}?sql=${encodeURIComponent(runawaySql)}`);
  // From the moment it runs, its credit is on hold.
  const held = service.database.db.selectFrom('accounts').select('held').where('held', '>', 0);
  await expect.poll(() => held.execute()).toHaveLength(1);
  const answered: string[] = [];
  const interrupted = service.get(`${long}?sql=${encodeURIComponent(slowSql(12_000_000))}`).then((answer) => {
    answered.push(long);
    return answer.text();
  });
  await pause(100);
  for (const other of others) {
    expect((await service.get(`${other}?sql=SELECT+1`)).status).toBe(200);
    answered.push(other);
  }
  greedy.destroy();
  expect(await interrupted).toBe('n\n12000000\n');
  expect(answered).toEqual([...others, long]);
});
