/** Contract 8.4.2: what is made of every response of a platform, and that no request outlives its time. */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendRequest } from '../../src/connections/platform-http.ts';
import { type ConnectionGround, openConnectionGround, type Reply } from './connection-ground.ts';

let ground: ConnectionGround;
beforeEach(async () => {
  ground = await openConnectionGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

function send(reply: Reply, changed: Partial<Parameters<typeof sendRequest>[0]> = {}) {
  ground.replies = [reply];
  const signal = new AbortController().signal;
  const request = {
    method: 'POST',
    url: `${ground.origin}/x`,
    headers: { 'x-own': '1' },
    body: 'text',
  } as const;
  return sendRequest({ ...request, timeLimitMs: 60_000, signal, ...changed });
}

it('sends what it was given, and asks for gzip', async () => {
  await send({ body: {} });
  expect(ground.asked[0]).toMatchObject({
    method: 'POST',
    url: '/x',
    body: 'text',
    headers: { 'x-own': '1', 'accept-encoding': 'gzip' },
  });
});

const bytes = (text: string): Buffer => Buffer.from(text);
it.each<[string, Reply, unknown]>([
  ['JSON', { body: bytes('{"a":"ä"}') }, { a: 'ä' }],
  ['gzip', { headers: { 'content-encoding': 'gzip' }, body: gzipSync('[1]') }, [1]],
  ['nothing', { body: bytes('') }, undefined],
  ['a page with a failure', { status: 300, body: bytes('<h1>') }, undefined],
])('reads %s', async (_what, reply, json) => {
  expect(await send(reply)).toMatchObject({ status: reply.status ?? 200, json });
});

it('takes the first of headers that come twice', async () => {
  const { headers } = await send({ headers: { 'x-twice': ['1', '2'], 'set-cookie': ['a', 'b'] }, body: {} });
  expect(headers).toMatchObject({ 'set-cookie': 'a', 'content-type': 'application/json' });
});

it('fails for a success that is no JSON', async () => {
  await expect(send({ status: 299, body: bytes('<h1>') })).rejects.toMatchObject({
    name: 'UnreadableResponseError',
    message: 'the response of the platform is no JSON',
    cause: expect.any(SyntaxError),
  });
});

it('follows no redirect', async () => {
  const { status } = await send({ status: 307, headers: { location: '/elsewhere' }, body: {} });
  expect([status, ground.asked.length]).toEqual([307, 1]);
});

it('takes no more than 64 MB', async () => {
  const body = gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '), { level: 1 });
  await expect(send({ headers: { 'content-encoding': 'gzip' }, body })).rejects.toThrow('larger than');
});

it('ends at its time, and when nobody waits any more', async () => {
  const slow: Reply = { body: {}, meanwhile: () => delay(1_000) };
  await expect(send(slow, { timeLimitMs: 100 })).rejects.toMatchObject({
    name: 'TooSlowError',
    message: 'the platform took too long',
  });
  await expect(send(slow, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
});
