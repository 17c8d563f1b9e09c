/** A balance that is changed while hits are charged loses neither (contract 2.5.6). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, type CastMember, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { chargeWhile } from '../support/postgres-locks.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

describe.each(bothEngines)('a change of balance on %s', (engine) => {
  let service: TestService;
  let ann: CastMember;
  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await createOwner(service, 'ann@example.com', '--plan', 'lite');
  });
  afterEach(async () => {
    await expectLedgerWhole(service);
    await service[Symbol.asyncDispose]();
  });

  it('among many hits: each hit takes one, each addition adds its own', async () => {
    const hits = Array.from({ length: 20 }, () => service.get(ann.endpoint));
    for (let addition = 0; addition < 10; addition++) {
      await service.command('account', 'set', ann.email, '--add-credits', '3');
    }
    expect((await Promise.all(hits)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await balanceOf(service, ann.email)).toBe(20 - 20 + 30);
  });

  it('to the balance it has already leaves no entry', async () => {
    const entries = service.database.db.selectFrom('credit_entries').select('id');
    const before = (await entries.execute()).length;
    await service.command('account', 'set', ann.email, '--credits', '20');
    expect((await entries.execute()).length).toBe(before);
  });
});

describe('a change of balance on PostgreSQL', () => {
  it.each([
    ['--add-credits', '5', 24],
    ['--credits', '7', 7],
  ])('%s sees the charge that commits between its read and its update', async (option, amount, balance) => {
    await using service = await startTestService({ engine: 'postgres' });
    const { email } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
    const change = await chargeWhile(service, email, () =>
      service.command('account', 'set', email, option, amount),
    );
    await change.done;
    expect(await balanceOf(service, email)).toBe(balance);
    await expectLedgerWhole(service);
  });
});
