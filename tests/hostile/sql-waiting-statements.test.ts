/**
 * Statements that wait for their turn hold nothing of their owner: no credit, no place that others need. Those
 * that are too many are told to come again (contract 7.5.1).
 */
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, castTable, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { openRequest, parseAnswer } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { runawaySql } from '../support/slow-sql.ts';
import { airtableToBreak, startStage } from '../support/tables-to-break.ts';

const patience = { timeout: 60_000, interval: 25 };

const endless = (index: number): string => `sql=${encodeURIComponent(`${runawaySql} -- ${index}`)}`;

async function heldBy({ database }: TestService, email: string): Promise<number> {
  const account = database.db.selectFrom('accounts').select('held').where('email', '=', email);
  return (await account.executeTakeFirstOrThrow()).held;
}

/** All on one connection, none of whose answers is read. */
async function pipeline(url: string, paths: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(paths.map((path) => `GET /${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`).join(''));
  return socket;
}

async function answerOf(socket: Socket): Promise<ReturnType<typeof parseAnswer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return parseAnswer(Buffer.concat(chunks));
}

describe('statements that wait', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: { SQL_TIME_LIMIT_MS: '600000' } });
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  it.each([
    ['different', endless],
    ['equal', () => endless(0)],
  ])('510 %s ones on 17 connections take no credit from another endpoint', async (kind, query) => {
    const { email, endpoint } = await createOwner(service, `${kind}@example.com`, '--plan', 'pro');
    const guarded = await service.publish(castTable, '--owner', email, '--token', 'a-token-of-the-owner');
    const sockets = await Promise.all(
      Array.from({ length: 17 }, (_, line) => {
        const paths = Array.from({ length: 30 }, (_, i) => `${endpoint}?${query(30 * line + i)}`);
        return pipeline(service.url, paths);
      }),
    );
    try {
      await expect.poll(() => heldBy(service, email), patience).toBeGreaterThan(0);
      const headers = { authorization: 'Bearer a-token-of-the-owner' };
      for (const query of ['', '?sql=SELECT+1+AS+x']) {
        const answer = await service.get(`${guarded}${query}`, headers);
        expect([answer.status, await answer.text()]).toEqual([200, query === '' ? castTable : 'x\n1\n']);
      }
      expect(await heldBy(service, email)).toBeLessThanOrEqual(3);
    } finally {
      for (const socket of sockets) socket.resetAndDestroy();
    }
    await expect.poll(() => heldBy(service, email), patience).toBe(0);
    expect(await balanceOf(service, email)).toBe(498);
  });

  it('too many of one endpoint: 503 for the rest, in the shape of contract 7.1, at once and for nothing', async () => {
    const { email, endpoint } = await createOwner(service, 'many@example.com', '--plan', 'pro');
    const sockets = Array.from({ length: 60 }, (_, i) =>
      openRequest(service.url, `GET /${endpoint}?${endless(i)}`),
    );
    const answer = await Promise.race(sockets.map(answerOf));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'The service is busy.',
      help: expect.stringMatching(/\/docs\/errors\/service-busy$/),
    });
    const other = await createOwner(service, 'other@example.com', '--plan', 'lite');
    expect((await service.get(`${other.endpoint}?sql=SELECT+1`)).status).toBe(200);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(() => heldBy(service, email), patience).toBe(0);
    expect(await balanceOf(service, email)).toBe(500);
  });
});

describe('statements over the table of a platform that wait', () => {
  it('hold no credit, read nothing and keep nothing on disk', async () => {
    await using stage = await startStage({ environment: { SQL_TIME_LIMIT_MS: '600000' } });
    const { service } = stage;
    const { endpoint, api } = await airtableToBreak(stage);
    const email = 'ops@example.com';
    const before = api.calls.length;
    const sockets = Array.from({ length: 30 }, (_, i) =>
      openRequest(service.url, `GET /${endpoint}?${endless(i)}`),
    );
    const inputs = (): number => globSync('scratch/*/sql-input*', { cwd: service.folder }).length;
    await expect.poll(inputs, patience).toBe(4);
    expect(await heldBy(service, email)).toBe(4);
    expect(api.calls.length - before).toBeLessThanOrEqual(4 * 2);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(() => heldBy(service, email), patience).toBe(0);
    await expect.poll(inputs, patience).toBe(0);
    expect((await service.get(`${endpoint}?sql=SELECT+1`)).status).toBe(200);
    await expectLedgerWhole(service);
  });
});
