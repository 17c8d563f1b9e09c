/** Credits under concurrency, on both engines (contract 2.5.6 and 8.1.3). */
import { describe, expect, it } from 'vitest';
import { sumOfEntries } from '../support/ledger.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

const table = 'id,name\n1,Ann\n2,Bo\n';

async function balance(
  service: TestService,
  email: string,
): Promise<{ credits: number | null; held: number; sum: number }> {
  const { db } = service.database;
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { credits: account.credits, held: account.held, sum: await sumOfEntries(db, account.id) };
}

describe.each(bothEngines)('credits on %s', (engine) => {
  it('with 1 credit left and 100 hits at once exactly one gets data, 50 times over', async () => {
    await using service = await startTestService({ engine });
    await service.command('account', 'create', 'ann@example.com', '--plan', 'pro', '--credits', '0');
    const id = await service.publish(table, '--owner', 'ann@example.com');
    for (let round = 0; round < 50; round++) {
      await service.command('account', 'set', 'ann@example.com', '--credits', '1');
      const answers = await Promise.all(Array.from({ length: 100 }, () => service.get(id)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 403)]);
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      expect(await balance(service, 'ann@example.com')).toEqual({ credits: 0, held: 0, sum: 0 });
    }
  });
});
