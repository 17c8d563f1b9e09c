/** The connection breaks at the commit of a charge: what became of it is asked for, and nothing is charged twice or for nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { type CommitCutter, cutCommitsTo } from '../support/commit-cutter.ts';
import { createPostgresDatabase, startTestService, type TestService } from '../support/service.ts';
import { recordedHits } from '../usage/recorded-hits.ts';

describe('8 A commit whose answer is lost', () => {
  let cutter: CommitCutter;
  let service: TestService;
  let endpoint: string;
  const email = 'ann@example.com';
  beforeAll(async () => {
    const database = await createPostgresDatabase();
    cutter = await cutCommitsTo(database);
    service = await startTestService({ engine: 'postgres', environment: { DATABASE_URL: cutter.url } });
    ({ endpoint } = await createOwner(service, email, '--plan', 'lite'));
  });
  let hits = 0;
  beforeEach(async () => {
    // The commit of those that came before must not be the one that is cut.
    await recordedHits(service, hits);
    hits += 1;
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await cutter[Symbol.asyncDispose]();
  });
  const held = async (): Promise<number[]> => {
    const rows = await service.database.db.selectFrom('accounts').select('held').execute();
    return rows.map((row) => row.held);
  };

  it.each([
    ['of a charge, before it arrives', '', 'before', 0],
    ['of a charge, before it is answered', '', 'after', 0],
    ['of a hold, before it arrives', 'sql=SELECT+1+AS+x', 'before', 0],
    ['of a hold, before it is answered', 'sql=SELECT+2+AS+x', 'after', 0],
    ['of a post, before it arrives', 'sql=SELECT+3+AS+x', 'before', 1],
    ['of a post, before it is answered', 'sql=SELECT+4+AS+x', 'after', 1],
  ] as const)('%s: the answer is whole and paid once', async (_, query, cut, skip) => {
    const before = (await balanceOf(service, email)) ?? 0;
    cutter.cutNext(cut, skip);
    const answer = await service.get(`${endpoint}?${query}`);
    expect([answer.status, (await answer.text()).length > 0, cutter.isDone]).toEqual([200, true, true]);
    expect(await balanceOf(service, email)).toBe(before - 1);
    expect(await held()).toEqual([0]);
  });

  it('when nobody can tell in time the answer is an error, and what was taken is given back', async () => {
    const before = await balanceOf(service, email);
    cutter.refuseAfterCut = true;
    cutter.cutNext('after');
    const answer = await service.get(endpoint);
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('No credit was used'),
    ]);
    cutter.refuseAfterCut = false;
    cutter.heal();
    await expect.poll(() => balanceOf(service, email)).toBe(before);
    expect(await held()).toEqual([0]);
    const entries = await service.database.db
      .selectFrom('credit_entries')
      .select(['kind', 'amount'])
      .orderBy('at', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([{ kind: 'refund', amount: 1 }]);
  });
});
