/**
 * The cast: one account for each condition of contract 3.1, every one made by the command line and owning one endpoint;
 * and what any test may ask of their ledger.
 */
import { expect } from 'vitest';
import { sumOfEntries } from './ledger.ts';
import type { TestService } from './service.ts';

/** Per name: the options of `account create`, and the `account` command that follows the upload. */
const members = {
  trial: { create: [] },
  trialExpired: { create: ['--credits', '0'] },
  paid: { create: ['--plan', 'standard'] },
  creditless: { create: ['--plan', 'lite', '--credits', '0'] },
  uninitialised: { create: ['--plan', 'lite', '--uninitialised'] },
  blocked: { create: ['--plan', 'lite'], after: ['set', '--blocked', 'true'] },
  lapsed: { create: ['--plan', 'lite'], after: ['set', '--subscription-ends', '2020-01-01T00:00:00Z'] },
  deleted: { create: ['--plan', 'lite'], after: ['delete'] },
  unlimited: { create: ['--plan', 'custom'] },
} as const satisfies Record<
  string,
  { readonly create: readonly string[]; readonly after?: readonly string[] }
>;

export type CastName = keyof typeof members;

export interface CastMember {
  readonly email: string;
  readonly endpoint: string;
}

export type Cast = Readonly<Record<CastName, CastMember>>;

export const castTable = 'name,age\nAnn,41\nBo,7\n';

/** `options` go to the upload of every endpoint. */
export async function createCast(service: TestService, ...options: readonly string[]): Promise<Cast> {
  const make = (name: CastName): Promise<CastMember> => createMember(service, name, options);
  return {
    trial: await make('trial'),
    trialExpired: await make('trialExpired'),
    paid: await make('paid'),
    creditless: await make('creditless'),
    uninitialised: await make('uninitialised'),
    blocked: await make('blocked'),
    lapsed: await make('lapsed'),
    deleted: await make('deleted'),
    unlimited: await make('unlimited'),
  };
}

async function createMember(
  service: TestService,
  name: CastName,
  options: readonly string[],
): Promise<CastMember> {
  const email = `${name.toLowerCase()}@example.com`;
  const member: { create: readonly string[]; after?: readonly string[] } = members[name];
  await service.command('account', 'create', email, ...member.create);
  const endpoint = await service.publish(castTable, '--name', name, '--owner', email, ...options);
  const [verb, ...words] = member.after ?? [];
  if (verb !== undefined) await service.command('account', verb, email, ...words);
  return { email, endpoint };
}

/** An account with one endpoint, for a test of its own. */
export async function createOwner(
  service: TestService,
  email: string,
  ...options: readonly string[]
): Promise<CastMember> {
  await service.command('account', 'create', email, ...options);
  return { email, endpoint: await service.publish(castTable, '--owner', email) };
}

/** Every credit that hits have used, whoever owned them. */
export async function creditsUsed({ database }: TestService): Promise<number> {
  const { hits } = await database.db
    .selectFrom('credit_entries')
    .select((field) => field.fn.countAll<number>().as('hits'))
    .where('kind', '=', 'hit')
    .executeTakeFirstOrThrow();
  return Number(hits);
}

/** How many credits `action` used, and what it answered. */
export async function costOf<T>(
  service: TestService,
  action: () => Promise<T>,
): Promise<{ cost: number; answer: T }> {
  const before = await creditsUsed(service);
  const answer = await action();
  return { cost: (await creditsUsed(service)) - before, answer };
}

export async function balanceOf({ database }: TestService, email: string): Promise<number | null> {
  const { credits } = await database.db
    .selectFrom('accounts')
    .select('credits')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return credits;
}

/** Of every account: the sum of its ledger is its balance, no balance is below zero, nothing is left on hold. */
export async function expectLedgerWhole({ database }: TestService): Promise<void> {
  const accounts = await database.db.selectFrom('accounts').selectAll().execute();
  for (const { id, email, credits, held } of accounts) {
    const sum = await sumOfEntries(database.db, id);
    expect({ email, sum, held }).toEqual({ email, sum: credits ?? sum, held: 0 });
    expect(credits ?? 0, email).toBeGreaterThanOrEqual(0);
  }
  const held = database.db.selectFrom('credit_holds').selectAll().where('held', '<>', 0);
  expect(await held.execute()).toEqual([]);
}
