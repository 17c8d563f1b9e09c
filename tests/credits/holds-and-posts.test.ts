/**
 * Credits one by one and many in one transaction, on both bothEngines (contract 8.1.3): what is held, posted, voided and
 * charged at once, and what a dead process leaves behind.
 */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Credits, openCredits } from '../../src/ledger/credits.ts';
import { expectLedgerWhole } from '../support/cast.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

const at = Date.parse('2027-01-02T03:04:05Z');
const run = (endpointId: string) => ({
  accountId: 'ann',
  recipient: 'ann@example.com',
  endpointId,
  name: `Name of ${endpointId}`,
  type: 'csv',
  saved: [],
  link: 'http://localhost/app/',
});

describe.each(bothEngines)('credits on %s', (engine) => {
  let service: TestService;
  let credits: Credits;
  let ann: string;
  let closeContext: () => Promise<void>;
  const logLines: string[] = [];
  /** Beside the ones of the service, as a second process has them. */
  const open = async (): Promise<void> => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
    const context = await openContext(readConfig(service.environment), log, () => at);
    closeContext = () => context.database.close();
    credits = await openCredits(context);
  };
  const createAccount = async (email: string, amount: number): Promise<string> => {
    await service.command('account', 'create', email, '--plan', 'pro', '--credits', String(amount));
    const { id } = await service.database.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return id;
  };
  const balance = (id: string = ann) =>
    service.database.db
      .selectFrom('accounts')
      .select(['credits', 'held'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const hits = () =>
    service.database.db
      .selectFrom('credit_entries')
      .select(['account_id', 'amount', 'endpoint_id', 'at'])
      .where('kind', '=', 'hit')
      .execute();
  const mails = () => service.database.db.selectFrom('outbox').selectAll().orderBy('subject').execute();
  const counted = () =>
    service.database.db.selectFrom('credit_holds').select('held').where('held', '>', 0).execute();

  beforeEach(async () => {
    logLines.length = 0;
    service = await startTestService({ engine });
    ann = await createAccount('ann@example.com', 3);
    await open();
  });
  afterEach(async () => {
    await credits.close();
    await closeContext();
    await service[Symbol.asyncDispose]();
  });
  const many = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)));

  it('holds as many as there are credits; what is posted is charged, what is voided is not', async () => {
    const holds = (await many(5, () => credits.hold(ann, 'endpoint'))).filter((hold) => hold !== undefined);
    expect(holds).toHaveLength(3);
    expect(new Set(holds.map(({ id }) => id)).size).toBe(3);
    expect(await balance()).toEqual({ credits: 3, held: 3 });
    expect(await counted()).toEqual([{ held: 3 }]);
    expect(await credits.hold(ann, 'endpoint')).toBeUndefined();
    const [first, second, third] = holds;
    if (!first || !second || !third) throw new Error('three holds');
    await Promise.all([
      credits.void(first),
      credits.post(second, [run('a'), run('b')]),
      credits.post(third, []),
    ]);
    expect(await balance()).toEqual({ credits: 1, held: 0 });
    expect(await hits()).toEqual(Array(2).fill({ account_id: ann, amount: -1, endpoint_id: 'endpoint', at }));
    expect(await mails()).toMatchObject(
      ['a', 'b'].map((id) => ({
        recipient: 'ann@example.com',
        subject: `Export ran: Name of ${id}`,
        created_at: at,
        due_at: at,
        sent_at: null,
        attempts: 0,
      })),
    );
    await expectLedgerWhole(service);
  });

  it.each(['post', 'void'] as const)(
    'a hold that others have voided does not keep those of its group: a %s of it',
    async (ending) => {
      const lost = await credits.hold(ann, 'endpoint');
      // As a process does that has heard nothing of this one for too long.
      await service.database.db.deleteFrom('credit_holds').execute();
      await service.database.db.updateTable('accounts').set({ held: 0 }).where('id', '=', ann).execute();
      const [second, third] = await many(2, () => credits.hold(ann, 'endpoint'));
      if (!lost || !second || !third) throw new Error('three holds');
      await Promise.all([
        ending === 'post' ? credits.post(lost, []) : credits.void(lost),
        credits.post(second, []),
        credits.post(third, []),
      ]);
      expect((await balance()).held).toBe(0);
      expect(await counted()).toEqual([]);
      await expectLedgerWhole(service);
    },
  );

  it('one hold after another, each voided: nothing is charged or left', async () => {
    for (let round = 0; round < 4; round++) {
      const hold = await credits.hold(ann, 'endpoint');
      if (!hold) throw new Error('a credit is left');
      expect(await balance()).toEqual({ credits: 3, held: 1 });
      await credits.void(hold);
      expect(await balance()).toEqual({ credits: 3, held: 0 });
    }
    expect(await hits()).toEqual([]);
  });

  it('charges at once as many as there are credits, with the mails of those alone', async () => {
    const charged = await many(5, (index) => credits.charge(ann, 'endpoint', [run(`m${index}`)]));
    expect(charged).toEqual([true, true, true, false, false]);
    expect(await balance()).toEqual({ credits: 0, held: 0 });
    const subjects = ['m0', 'm1', 'm2'].map((id) => `Export ran: Name of ${id}`);
    expect((await mails()).map(({ subject }) => subject)).toEqual([...subjects, 'Your credits are used up']);
    expect(await credits.charge(ann, 'endpoint', [run('late')])).toBe(false);
    expect(await hits()).toHaveLength(3);
    expect(await mails()).toHaveLength(4);
    await expectLedgerWhole(service);
  });

  it('never charges at once what another hit has on hold', async () => {
    const holds = (await many(3, () => credits.hold(ann, 'endpoint'))).filter((hold) => hold !== undefined);
    expect(await credits.charge(ann, 'endpoint', [])).toBe(false);
    await many(3, (index) => (holds[index] ? credits.void(holds[index]) : Promise.reject()));
    expect(await credits.charge(ann, 'endpoint', [])).toBe(true);
    expect(await balance()).toEqual({ credits: 2, held: 0 });
  });

  it('two accounts in one transaction: each from its own balance', async () => {
    const bo = await createAccount('bo@example.com', 1);
    const charged = await many(4, (index) => credits.charge(index % 2 ? ann : bo, 'endpoint', []));
    expect(charged).toEqual([true, true, false, true]);
    expect(await balance(bo)).toEqual({ credits: 0, held: 0 });
    expect(await balance()).toEqual({ credits: 1, held: 0 });
    expect(await hits()).toHaveLength(3);
    await expectLedgerWhole(service);
  });

  it('without a limit there is no hold: mails alone are written', async () => {
    await credits.post(undefined, []);
    await credits.post(undefined, [run('a')]);
    expect(await mails()).toHaveLength(1);
    expect(await hits()).toEqual([]);
  });

  it('a balance that was lowered meanwhile pays nothing, and the hold ends', async () => {
    const hold = await credits.hold(ann, 'endpoint');
    await service.command('account', 'set', 'ann@example.com', '--credits', '0');
    await credits.post(hold, [run('a')]);
    expect(await balance()).toEqual({ credits: 0, held: 0 });
    expect(await hits()).toEqual([]);
    expect(await mails()).toHaveLength(1);
    await expectLedgerWhole(service);
  });

  it('a hold that others have voided is charged all the same, as far as there are credits', async () => {
    const holds = [await credits.hold(ann, 'endpoint'), await credits.hold(ann, 'endpoint')];
    await service.database.db.deleteFrom('credit_holds').execute();
    await service.database.db.updateTable('accounts').set({ held: 0 }).execute();
    await service.command('account', 'set', 'ann@example.com', '--credits', '1');
    for (const hold of holds) await credits.post(hold, []);
    expect(await balance()).toEqual({ credits: 0, held: 0 });
    expect(await hits()).toHaveLength(1);
    await expectLedgerWhole(service);
  });

  it.each([
    ['silent for 21 seconds', 21_000, 0],
    ['silent for 10 seconds', 10_000, 2],
    ['that has left', undefined, 0],
  ])('a process %s: %s ms, then %i of its holds are left', async (_what, silentMs, left) => {
    const { db, engine: words } = service.database;
    await db.updateTable('accounts').set({ held: 2 }).where('id', '=', ann).execute();
    await db.insertInto('credit_holds').values({ account_id: ann, instance_id: 'dead', held: 2 }).execute();
    if (silentMs !== undefined) {
      const seen = db
        .insertInto('instances')
        .values((field) => ({ id: 'dead', seen_at: field(words.now, '-', silentMs) }));
      await seen.execute();
    }
    await credits.close();
    await closeContext();
    await open();
    expect(await balance()).toEqual({ credits: 3, held: left });
    expect(logLines.map((line) => JSON.parse(line).voided)).toEqual(left === 0 ? [2] : []);
  });

  it('a process that ends signs off and leaves no empty count behind', async () => {
    const hold = await credits.hold(ann, 'endpoint');
    const instances = () => service.database.db.selectFrom('instances').select('id').execute();
    expect(await instances()).toHaveLength(2);
    if (hold) await credits.void(hold);
    await credits.close();
    expect(await instances()).toHaveLength(1);
    expect(await service.database.db.selectFrom('credit_holds').selectAll().execute()).toEqual([]);
    await closeContext();
    await open();
  });

  it('charges more at once than one statement has room for', async () => {
    const bo = await createAccount('bo@example.com', 10_000);
    const charged = await Promise.all(
      Array.from({ length: 6_000 }, () => credits.charge(bo, 'endpoint', [])),
    );
    expect(charged.filter(Boolean)).toHaveLength(6_000);
    expect(await balance(bo)).toEqual({ credits: 4_000, held: 0 });
    await expectLedgerWhole(service);
  });
});
