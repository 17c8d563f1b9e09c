/** What administrators do to each other at once: all of a change or nothing, and one of them always stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedInAgain, signedInElsewhere, trustedProxy } from '../support/session.ts';

const pairs = 6;

describe.each(bothEngines)('administrators on %s', (engine) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ engine, environment: trustedProxy });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const idOf = async (email: string): Promise<string> => {
    const { db } = service.database;
    const found = db.selectFrom('accounts').select('id').where('email', '=', email);
    return (await found.executeTakeFirstOrThrow()).id;
  };
  const left = async (): Promise<number> => {
    const { db } = service.database;
    const found = db.selectFrom('accounts').select('id').where('admin', '=', 1).where('blocked', '=', 0);
    return (await found.execute()).length;
  };

  it.each([
    ['demote', { isAdministrator: false }],
    ['block', { isBlocked: true }],
    ['delete', undefined],
  ] as const)('of two who %s each other at once, one stays', async (what, body) => {
    const [one, two] = [`one-${what}@example.com`, `two-${what}@example.com`];
    const begin = async (email: string): Promise<{ session: Session; id: string }> => ({
      session: await signedInElsewhere(service, email, '--admin'),
      id: await idOf(email),
    });
    const [a, b] = [await begin(one), await begin(two)];
    const act = (by: Session, id: string): Promise<Response> =>
      by.call(body ? 'PATCH' : 'DELETE', `/api/administrator/accounts/${id}`, body);
    const others = (await left()) - 2;
    const answers = await Promise.all([act(a.session, b.id), act(b.session, a.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 403])]);
    expect((await left()) - others).toBe(1);
    for (const email of [one, two]) await service.command('account', 'delete', email).catch(() => undefined);
  });

  it('many pairs at once, too', async () => {
    const emails = Array.from({ length: pairs }, (_, at) => `many-${at}@example.com`);
    const all: { readonly session: Session; readonly id: string }[] = [];
    for (const email of emails)
      all.push({ session: await signedInElsewhere(service, email, '--admin'), id: await idOf(email) });
    // Everybody takes the rights of everybody else.
    await Promise.all(
      all.flatMap(({ session, id }) =>
        all
          .filter((other) => other.id !== id)
          .map((other) =>
            session.call('PATCH', `/api/administrator/accounts/${other.id}`, { isAdministrator: false }),
          ),
      ),
    );
    expect(await left()).toBe(1);
    for (const email of emails) await service.command('account', 'delete', email);
  });

  it('a change is made whole or not at all', async () => {
    const session = await signedInElsewhere(service, 'boss@example.com', '--admin', '--plan', 'lite');
    const id = await idOf('boss@example.com');
    const change = { subscriptionEnds: '2030-01-01T00:00:00.000Z', isAdministrator: false };
    const answer = await session.call('PATCH', `/api/administrator/accounts/${id}`, change);
    expect(answer.status).toBe(409);
    expect(await service.command('account', 'show', 'boss@example.com')).toMatchObject({
      subscriptionEnds: null,
      admin: true,
    });
    expect(await service.command('audit', 'list', '--action', 'account.end-set')).toEqual({ entries: [] });
  });

  it('who was blocked a moment ago changes nothing', async () => {
    await service.command('account', 'create', 'ann@example.com', '--plan', 'lite');
    const id = await idOf('ann@example.com');
    await service.command('account', 'set', 'boss@example.com', '--blocked', 'true');
    const again = await signedInAgain(service, 'boss@example.com');
    const grant = { amount: 5, reason: 'Mine' };
    const answer = await again.call('POST', `/api/administrator/accounts/${id}/credits`, grant);
    expect(answer.status).toBe(403);
    expect(await service.command('account', 'show', 'ann@example.com')).toMatchObject({ credits: 20 });
  });
});
