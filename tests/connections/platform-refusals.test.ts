/** Contract 7.4: what a call to a platform carries, and what every refusal becomes, word by word. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callNobody, platformCaller } from '../../src/connections/platform-caller.ts';
import type { PlatformCall, PlatformResponse } from '../../src/platform/platform-request.ts';
import {
  type ConnectionGround,
  keepConnection,
  openConnectionGround,
  type Reply,
} from './connection-ground.ts';

let ground: ConnectionGround;
beforeEach(async () => {
  ground = await openConnectionGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const token = { accessToken: 'token', refreshToken: null, expiresAt: null };
const pair = { accessToken: 'old', refreshToken: 'refresh', expiresAt: null };
const signal = new AbortController().signal;
const call: PlatformCall = { path: '/v0/x', scope: '' };
const refusal = (type: string, message: string): unknown => ({ error: { type, message } });

async function called(
  replies: Reply[],
  { credential = token, made = call }: { credential?: typeof token | typeof pair; made?: PlatformCall } = {},
): Promise<PlatformResponse> {
  ground.replies = replies;
  const connectionId = await keepConnection(ground, credential);
  return platformCaller(ground.context, { connectionId, signal })(made);
}

describe('a call', () => {
  it.each<[Partial<PlatformCall>, object]>([
    [{}, { method: 'GET', body: '', headers: { authorization: 'Bearer token' } }],
    [
      { method: 'POST', json: { a: 1 } },
      { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ],
    [
      {
        method: 'PUT',
        bytes: Buffer.from('x'),
        headers: { 'content-type': 'text/csv', authorization: 'no' },
      },
      { method: 'PUT', body: 'x', headers: { 'content-type': 'text/csv', authorization: 'Bearer token' } },
    ],
  ])('with %j', async (changed, sent) => {
    await called([{ body: {} }], { made: { ...call, ...changed } });
    expect(ground.asked).toEqual([expect.objectContaining({ url: '/v0/x', body: expect.any(String) })]);
    expect(ground.asked[0]).toMatchObject(sent);
    if (changed.json === undefined && !changed.headers) {
      expect(ground.asked[0]?.headers).not.toHaveProperty('content-type');
    }
  });

  it.each([299, 308])('is answered by %i', async (status) => {
    expect((await called([{ status, body: [1] }])).json).toEqual([1]);
  });

  it('of an endpoint without a platform is refused', () => {
    expect(() => callNobody(call)).toThrow(
      expect.objectContaining({
        key: 'sourceUnavailable',
        data: 'The endpoint has no connection to a platform.',
      }),
    );
  });

  it('ends with the time of its export, which the error says', async () => {
    const context = { ...ground.context, config: { ...ground.context.config, sourceTimeLimitMs: 300 } };
    ground.replies = [{ body: {}, meanwhile: () => delay(2_000) }];
    const connectionId = await keepConnection(ground, token);
    const leaving = new AbortController();
    const calling = platformCaller(context, { connectionId, signal: leaving.signal });
    await expect(calling(call)).rejects.toMatchObject({
      key: 'sourceUnavailable',
      data: 'Reading the source took longer than 0.3 s.',
      cause: { name: 'TimeoutError' },
    });
    leaving.abort(new Error('gone'));
    await expect(calling(call)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a refusal', () => {
  it.each<[number, unknown, object]>([
    [
      404,
      refusal('NOT_FOUND', 'no such table'),
      { status: 404, code: 'NOT_FOUND', message: 'no such table' },
    ],
    [404, refusal('NOT_FOUND', ''), { code: 'NOT_FOUND', message: 'NOT_FOUND' }],
    [404, {}, { code: '', message: '404' }],
    [300, {}, { status: 300, message: '300' }],
  ])('%i with %j is told to the caller', async (status, body, expected) => {
    await expect(called([{ status, body }])).rejects.toMatchObject({ name: 'PlatformRefusal', ...expected });
    expect(ground.asked).toHaveLength(1);
  });

  const date = (ms: number): string => new Date(Date.now() + ms).toUTCString();
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['7', 7],
    ['7.2', 8],
    ['0', 0],
    ['90000', 86_400],
    ['x7', undefined],
    ['7x', undefined],
    [date(-100_000), 0],
    [date(200_000_000), 86_400],
  ])('for a quota is not waited for; Retry-After %j', async (retryAfter, seconds) => {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const body = refusal('PUBLIC_API_BILLING_LIMIT_EXCEEDED', 'used up');
    const thrown: unknown = await called([{ status: 429, headers, body }]).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      key: 'platformRateLimit',
      message: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED',
      data: 'used up',
    });
    expect(thrown).toHaveProperty('retryAfterSeconds', seconds);
    expect(ground.asked).toHaveLength(1);
  });

  it('without words has no data', async () => {
    const body = refusal('BILLING', '');
    const thrown: unknown = await called([{ status: 429, body }]).catch((error: unknown) => error);
    expect(thrown).toHaveProperty('data', undefined);
  });

  it('for a limit closes it for all, for five minutes at most', async () => {
    const headers = { 'retry-after': '4000' };
    await expect(called([{ status: 429, headers, body: {} }])).rejects.toMatchObject({
      key: 'platformRateLimit',
      retryAfterSeconds: 4_000,
    });
    const slots = await ground.context.database.db.selectFrom('rate_limit_slots').select('at').execute();
    const opensIn = Math.min(...slots.map(({ at }) => at)) - Date.now();
    expect([opensIn > 200_000, opensIn <= 300_000]).toEqual([true, true]);
  });

  it.each([
    [{}, 250],
    [{ 'retry-after': '0' }, 250],
    [{ 'retry-after': '1' }, 1_000],
  ])('that passes is waited out before the call is repeated; headers %j', async (headers, ms) => {
    const began = performance.now();
    const { json } = await called([{ status: 503, headers, body: {} }, { body: [1] }]);
    // A timer may fire a little early.
    expect([json, performance.now() - began >= ms - 20]).toEqual([[1], true]);
  });

  it('of a token that cannot be renewed is 423', async () => {
    await expect(called([{ status: 401, body: {} }])).rejects.toMatchObject({ key: 'platformRefused' });
    expect(ground.asked).toHaveLength(1);
  });

  const fresh: Reply = { body: { access_token: 'new', token_type: 'bearer' } };
  it('of a token has it renewed, once', async () => {
    const refused: Reply = { status: 401, body: {} };
    expect((await called([refused, fresh, { body: [1] }], { credential: pair })).json).toEqual([1]);
    expect(ground.asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      undefined,
      'Bearer new',
    ]);
    await expect(called([refused, fresh, refused], { credential: pair })).rejects.toMatchObject({
      key: 'platformRefused',
      data: 'The platform refuses the credential.',
    });
    const told: Reply = { status: 401, body: refusal('AUTH', 'not you') };
    await expect(called([refused, fresh, told], { credential: pair })).rejects.toMatchObject({
      data: 'not you',
    });
  });
});
