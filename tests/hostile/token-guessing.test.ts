/** Somebody guesses the token of an endpoint: they are slowed, and nobody else is (contract 5.2.2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const right = 'the-right-token-of-the-owner';

describe('guessing the token of an endpoint', () => {
  let service: TestService;
  let id: string;
  let proxy: string;
  let other: string;
  beforeAll(async () => {
    service = await startTestService();
    id = await service.publish('a\n1\n', '--token', right);
    other = await service.publish('a\n1\n', '--token', right);
    proxy = `proxy/${(await service.command('proxy', 'create', id))['id']}`;
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** How long it took is only ever compared with what it had to wait: machines may be slow. */
  async function ask(path: string, token: string): Promise<{ status: number; error: unknown; ms: number }> {
    const begun = performance.now();
    const answer = await service.get(path, { authorization: `Bearer ${token}` });
    const text = await answer.text();
    const error: unknown = answer.ok ? undefined : JSON.parse(text).error;
    return { status: answer.status, error, ms: performance.now() - begun };
  }

  /** The waits after the ten free ones: 0.1, 0.2, 0.4, 0.8 s. */
  it('one after the other each waits longer, and has the text of contract 5.2', async () => {
    let last = 0;
    for (let guess = 0; guess < 14; guess++) {
      const path = [id, `files/${id}`, proxy][guess % 3] ?? id;
      const error = path === proxy ? 'INVALID_AUTH_HEADER' : 'Invalid Authorization header';
      const answer = await ask(path, `guess-${guess}`);
      expect(answer).toMatchObject({ status: 401, error });
      last = answer.ms;
    }
    expect(last).toBeGreaterThan(790);
  });

  it('many at once: the right token does not wait for them, nor does any token of another endpoint', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => ask(id, `guess-${index}`));
    let answered = 0;
    for (const guess of guesses) guess.then(() => (answered += 1));
    for (const path of [id, proxy, `files/${id}`]) expect((await ask(path, right)).status).toBe(200);
    expect((await ask(other, 'wrong')).status).toBe(401);
    expect(answered).toBe(0);
    const slowed = await Promise.all(guesses);
    expect(new Set(slowed.map(({ status }) => status))).toEqual(new Set([401]));
    expect(Math.max(...slowed.map(({ ms }) => ms))).toBeGreaterThan(4_950);
  });

  it('without a token, or with a header of another form, nothing is guessed and nobody waits', async () => {
    for (let count = 0; count < 40; count++) {
      expect((await service.get(id)).status).toBe(401);
      expect((await service.get(id, { authorization: 'Basic x' })).status).toBe(401);
    }
  }, 30_000);
});
