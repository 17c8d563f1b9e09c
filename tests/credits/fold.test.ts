/** Contract 2.5.6: the ledger adds up for ever, but cycles that ended more than 13 months ago are one entry each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldOldCycles } from '../../src/ledger/fold-store.ts';
import type { CreditEntryRow } from '../../src/storage/database/schema.ts';
import { createOwner, expectLedgerWhole } from '../support/cast.ts';
import { sumOfEntries } from '../support/ledger.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { openBeside } from '../usage/usage-context.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const kinds = ['grant', 'cycle', 'plan', 'set', 'added', 'hit', 'refund'] as const;

/** Days before today, amounts and kinds, and the day of the month that cycles begin on. */
const anyLedger = fc.record({
  anchorDay: fc.integer({ min: 1, max: 28 }),
  entries: fc.array(
    fc.record({
      age: fc.integer({ min: 0, max: 1_300 * dayMs }),
      amount: fc.integer({ min: -500, max: 500 }),
      kind: fc.constantFrom(...kinds),
    }),
    { maxLength: 120 },
  ),
});
type AnyLedger = typeof anyLedger extends fc.Arbitrary<infer Ledger> ? Ledger : never;

/** The account comes first, as always; a balance is never below zero. Returns the entries in their order. */
async function insertLedger(
  { database: { db } }: TestService,
  { anchorDay, entries }: AnyLedger,
): Promise<CreditEntryRow[]> {
  const accountId = `account-${Math.random()}`;
  const now = Date.now();
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  const grant = { age: 0, amount: Math.max(0, -sum), kind: 'grant' };
  const rows = [...entries, grant].map(({ age, amount, kind }, index) => ({
    account_id: accountId,
    id: `entry-${index}`,
    at: now - age,
    amount,
    kind,
    endpoint_id: null,
  }));
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      email: `${accountId}@example.com`,
      plan: 'lite',
      allocation: null,
      credits: Math.max(0, sum),
      held: 0,
      cycle_anchor: Date.UTC(2026, 0, anchorDay, 12),
      cycle_ends: null,
      subscription_ends: null,
      initialised: 1,
      blocked: 0,
      admin: 0,
      created_at: now,
      revision: 0,
      requests: 0,
    })
    .execute();
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('credit_entries')
      .values(rows.slice(at, at + 500))
      .execute();
  }
  return rows.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Months since year 0, counted from noon of the day that cycles begin on. */
function cycleOf(at: number, anchorDay: number): number {
  const date = new Date(at - (anchorDay - 1) * dayMs - dayMs / 2);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The cycle that was running 13 months ago is not yet over for so long. */
const keptSince = (anchorDay: number): number => cycleOf(Date.now(), anchorDay) - 13;

async function entriesOf({ database }: TestService, accountId: string): Promise<CreditEntryRow[]> {
  const entries = database.db.selectFrom('credit_entries').selectAll().where('account_id', '=', accountId);
  const rows = await entries.execute();
  return rows.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** The amounts of old cycles, one by one, and the entries of the others. */
function expectedEntries(before: readonly CreditEntryRow[], anchorDay: number) {
  const since = keptSince(anchorDay);
  const isOld = ({ at }: CreditEntryRow): boolean => cycleOf(at, anchorDay) < since;
  const cycles = Map.groupBy(before.filter(isOld), ({ at }) => cycleOf(at, anchorDay));
  const sums = [...cycles.values()].map((own) => own.reduce((sum, { amount }) => sum + amount, 0));
  return { sums, kept: before.filter((entry) => !isOld(entry)) };
}

async function expectFolded(
  service: TestService,
  ledger: AnyLedger,
  fold: () => Promise<void>,
): Promise<void> {
  const before = await insertLedger(service, ledger);
  const id = before[0]?.account_id ?? '';
  const { sums, kept } = expectedEntries(before, ledger.anchorDay);
  const balance = before.reduce((sum, { amount }) => sum + amount, 0);
  await fold();
  const after = await entriesOf(service, id);
  const folded = after.filter(({ kind }) => kind === 'folded');
  expect(folded.map(({ amount }) => amount)).toEqual(sums);
  expect(after.filter(({ kind }) => kind !== 'folded')).toEqual(kept);
  expect(await sumOfEntries(service.database.db, id)).toBe(balance);
  await fold();
  expect(await entriesOf(service, id)).toEqual(after);
}

describe.each(bothEngines)('the folded ledger on %s', (engine) => {
  it('has the same sum, one entry for each old cycle, and everything of the others', async () => {
    await using service = await startTestService({ engine });
    await using beside = await openBeside(service);
    const fold = (): Promise<void> => foldOldCycles(beside.context);
    const property = fc.asyncProperty(anyLedger, (ledger) => expectFolded(service, ledger, fold));
    await fc.assert(property, { numRuns: 25 });
    await expectLedgerWhole(service);
  });

  it('is folded in portions', async () => {
    await using service = await startTestService({ engine });
    await using beside = await openBeside(service);
    const entry = { age: 1_000 * dayMs, amount: -1, kind: 'hit' } as const;
    const entries = Array.from({ length: 2_300 }, (_, index) => ({
      ...entry,
      age: entry.age + index * 1_000,
    }));
    await expectFolded(service, { anchorDay: 1, entries }, () => foldOldCycles(beside.context));
  });

  it('of a deleted account is folded, too', async () => {
    await using service = await startTestService({ engine });
    const { email } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
    await service.command('account', 'set', email, '--add-credits', '7');
    await service.command('account', 'delete', email);
    await using beside = await openBeside(service);
    await foldOldCycles({ ...beside.context, now: () => Date.now() + 440 * dayMs });
    const entries = await service.database.db.selectFrom('credit_entries').selectAll().execute();
    expect(entries).toMatchObject([{ kind: 'folded', amount: 27 }]);
  });

  it('is folded by the service with its own clock', async () => {
    await using service = await startTestService({ engine });
    const { endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
    for (let hit = 0; hit < 3; hit++) await (await service.get(endpoint)).arrayBuffer();
    const kindsOf = async ({ database }: TestService): Promise<string[]> => {
      const entries = database.db.selectFrom('credit_entries').select('kind').orderBy('kind');
      return (await entries.execute()).map(({ kind }) => kind);
    };
    const whole = await kindsOf(service);
    expect(whole).toHaveLength(4);
    await using beside = await openBeside(service);
    await foldOldCycles({ ...beside.context, now: () => Date.now() + 420 * dayMs });
    expect(await kindsOf(service)).toEqual(whole);
    await using after = await startTestService({ from: service, ahead: 432 * dayMs });
    await expect.poll(() => kindsOf(after)).toEqual(['folded']);
    await expectLedgerWhole(after);
  });
});

it('is folded by three replicas at once, while hits are charged', async () => {
  await using service = await startTestService({ engine: 'postgres' });
  const owner = await createOwner(service, 'ann@example.com', '--plan', 'pro');
  await using one = await openBeside(service);
  await using two = await openBeside(service);
  await using three = await openBeside(service);
  const entries = Array.from({ length: 5_000 }, (_, index) => ({
    age: (400 + (index % 700)) * dayMs,
    amount: (index % 7) - 3,
    kind: kinds[index % kinds.length] ?? 'hit',
  }));
  await expectFolded(service, { anchorDay: 15, entries }, async () => {
    const hits = Array.from({ length: 20 }, () => service.get(owner.endpoint));
    await Promise.all([one, two, three].map(({ context }) => foldOldCycles(context)));
    expect((await Promise.all(hits)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
  await expectLedgerWhole(service);
});
