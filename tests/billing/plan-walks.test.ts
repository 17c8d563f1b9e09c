/** Random walks through the table of transitions, against a plain model and the ledger, with real hits. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../src/accounts/account.ts';
import { createAccount } from '../../src/accounts/account-store.ts';
import { changeAccount } from '../../src/accounts/change-account-store.ts';
import { type AppContext, closeContext, openContext } from '../../src/app-context.ts';
import { workOffDueSubscriptions } from '../../src/billing/due-subscriptions.ts';
import {
  changeUnpaidPlan,
  chooseUnpaidPlan,
  endUnpaidPlan,
  resumeUnpaidPlan,
} from '../../src/billing/unpaid-plan.ts';
import { readConfig } from '../../src/config/config.ts';
import { readPlan } from '../../src/ledger/plan-store.ts';
import { intervals } from '../../src/ledger/plans/billing-cycle.ts';
import { openLog } from '../../src/logging/log.ts';
import { balanceOf, createOwner } from '../support/cast.ts';
import { fuzzed } from '../support/fuzzed.ts';
import { sumOfEntries } from '../support/ledger.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import * as model from './plan-model.ts';

/** Of the table of transitions, and of a second choice. */
const refusals =
  /^(?:The account has (?:a plan already|no subscription)|A payment is open|Credits cannot be added)/;

/** Each step on PostgreSQL takes as long as five on SQLite. */
const walksOn = { sqlite: 250, postgres: 50 } as const;
const hour = 60 * 60 * 1_000;
const day = 24 * hour;

const plan = fc.constantFrom('lite', 'standard', 'pro' as const);
const interval = fc.constantFrom(...intervals);
const step = fc.oneof(
  fc.record({ kind: fc.constant('choose' as const), plan, interval }),
  fc.record({ kind: fc.constant('change' as const), plan, interval }),
  fc.record({ kind: fc.constant('assign' as const), plan, interval }),
  fc.record({ kind: fc.constantFrom('cancel', 'resume', 'hit', 'hit', 'sweep' as const) }),
  fc.record({ kind: fc.constant('add' as const), credits: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('block' as const), isBlocked: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 45 * day }) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400 * day }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Cancelled, and looked at only when its term is over: the cycles before that brought new credits all the same. */
const unseenToItsEnd: [number, Step[]] = [
  Date.parse('2027-01-01'),
  [
    { kind: 'choose', plan: 'pro', interval: 'annual' },
    { kind: 'cancel' },
    { kind: 'wait', ms: 15 * day },
    { kind: 'add', credits: 20 },
    { kind: 'wait', ms: 360 * day },
  ],
];

describe.each(engines)('random walks on %s', (engine) => {
  const walks = fuzzed(walksOn[engine]);
  let service: TestService;
  let context: AppContext;
  let now = 0;
  let accounts = 0;
  let endpoint = '';
  beforeAll(async () => {
    service = await startTestService({ engine });
    ({ endpoint } = await createOwner(service, 'owner@example.com'));
    context = await openContext(readConfig(service.environment), openLog('silent'), () => now);
  });
  afterAll(async () => {
    await closeContext(context);
    await service[Symbol.asyncDispose]();
  });

  /** It gets the only endpoint there is: publishing takes longer than a walk. */
  async function newWalker(): Promise<Account> {
    const email = `walker${++accounts}@example.com`;
    const wanted = { email, plan: 'trial', initialised: true, admin: false } as const;
    const account = await createAccount(context, wanted);
    await context.database.db
      .updateTable('endpoints')
      .set((field) => ({ account_id: account.id, revision: field('revision', '+', 1) }))
      .execute();
    return account;
  }

  /** The clock of the service runs on: it is set for each request. */
  async function hit(): Promise<number> {
    service.clock.ahead = now - Date.now();
    return (await service.get(endpoint)).status;
  }

  async function take(
    owner: { readonly id: string; readonly email: string },
    expected: model.Model,
    one: Step,
  ): Promise<void> {
    const agree = async (isPossible: true | undefined, does: () => Promise<unknown>): Promise<void> => {
      if (isPossible) await does();
      else await expect(does()).rejects.toThrow(refusals);
    };
    if (one.kind === 'wait') now += one.ms;
    model.passTime(expected, now);
    switch (one.kind) {
      case 'choose':
        return agree(model.choose(expected, one.plan, one.interval, now), () =>
          chooseUnpaidPlan(context, owner.id, one),
        );
      case 'change':
        return agree(model.change(expected, one.plan, one.interval, now), () =>
          changeUnpaidPlan(context, owner.id, one),
        );
      case 'assign':
        model.begin(expected, one.plan, one.interval, now);
        await changeAccount(context, owner.email, { plan: one.plan, interval: one.interval });
        return;
      case 'cancel':
        return agree(model.setNext(expected, 'none'), () => endUnpaidPlan(context, owner.id));
      case 'resume':
        return agree(model.setNext(expected, null), () => resumeUnpaidPlan(context, owner.id));
      case 'add':
        return agree(model.add(expected, one.credits), () =>
          changeAccount(context, owner.email, { addedCredits: one.credits }),
        );
      case 'block':
        expected.isBlocked = one.isBlocked;
        await changeAccount(context, owner.email, { blocked: one.isBlocked });
        return;
      case 'hit':
        expect(await hit()).toBe(model.hit(expected));
        return;
      default:
        await workOffDueSubscriptions(context);
    }
  }

  it(`${walks} walks agree with the model after every step`, async () => {
    const walk = async (startsAt: number, steps: readonly Step[]): Promise<void> => {
      now = startsAt;
      const { id, email } = await newWalker();
      const expected = model.newModel();
      for (const one of steps) {
        await take({ id, email }, expected, one);
        // Whoever looks at the account first brings it up to date.
        await changeAccount(context, email, {});
        const kept = await readPlan(context.database.db, id);
        expect({
          plan: kept?.state.plan,
          cycleEnds: kept?.state.cycleEnds,
          nextPlan: kept?.state.nextPlan,
          credits: await balanceOf(service, email),
          sum: await sumOfEntries(context.database.db, id),
        }).toEqual({
          plan: expected.plan,
          cycleEnds: model.cycleEnd(expected),
          nextPlan: expected.next === null || expected.next === 'none' ? expected.next : expected.next.plan,
          credits: expected.credits,
          sum: expected.credits,
        });
      }
    };
    const start = fc.integer({ min: Date.parse('2027-01-01'), max: Date.parse('2031-12-31') });
    const property = fc.asyncProperty(start, fc.array(step, { minLength: 3, maxLength: 14 }), walk);
    await fc.assert(property, { numRuns: walks, endOnFailure: true, examples: [unseenToItsEnd] });
  });
});
