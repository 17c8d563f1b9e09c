/**
 * What must hold after every fault, whatever it was (docs/reliability.md): nobody pays for what he did not get, the
 * ledger is the balance, every upload is whole, and nothing of a dead process is left.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database/database.ts';
import { lockFolder } from '../../src/storage/folder-lock.ts';
import { sumOfEntries } from '../support/ledger.ts';
import { digestOf, type FaultWorld } from './fault-world.ts';
import type { LoadClient, Outcome, Subject } from './load-client.ts';

/** The longest that a fault may be felt after it has ended. */
const settledWithinMs = 60_000;
const lookEveryMs = 250;

export interface Judged {
  readonly world: FaultWorld;
  readonly client?: LoadClient;
  /** Outcomes beside 200 that the fault excuses. */
  readonly excused?: readonly Outcome[];
}

/** What can be said at once; nothing may be in flight. */
export async function judgeNow({ world, client, excused = [] }: Judged): Promise<string[]> {
  const outcomes = client ? outcomeProblems(client, excused) : [];
  const ledger = await untilNone(() =>
    world.look(async (database) => [
      ...(await ledgerProblems(database)),
      ...(client ? await chargeProblems(database, client) : []),
    ]),
  );
  return [...outcomes, ...ledger];
}

/** And what needs some time: up to a minute after the last fault. */
export async function judgeSettled(judged: Judged): Promise<string[]> {
  const { world } = judged;
  const left = await untilNone(async () => [
    ...(await world.look((database) => holdProblems(database, world.replicas.length))),
    ...(await leftoverProblems(world)),
  ]);
  return [...(await judgeNow(judged)), ...left];
}

async function untilNone(problems: () => Promise<string[]>): Promise<string[]> {
  for (const until = performance.now() + settledWithinMs; ; await pause(lookEveryMs)) {
    const found = await problems();
    if (found.length === 0 || performance.now() >= until) return found;
  }
}

function outcomeProblems(client: LoadClient, excused: readonly Outcome[]): string[] {
  return [...client.newOutcomes()]
    .filter(([outcome]) => outcome !== 200 && !excused.includes(outcome))
    .map(([outcome, { count, said }]) => `${count} answers were ${outcome}: ${said}`);
}

async function ledgerProblems({ db }: Database): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, email, credits, held } of await db.selectFrom('accounts').selectAll().execute()) {
    const sum = await sumOfEntries(db, id);
    if (credits !== null && sum !== credits)
      problems.push(`${email}: the ledger says ${sum}, the balance ${credits}`);
    if (credits !== null && credits < 0) problems.push(`${email}: a balance of ${credits}`);
    if (held < 0) problems.push(`${email}: ${held} on hold`);
  }
  return problems;
}

/**
 * A whole 200 is charged, once; an error, and what reached nobody, is not. Of an answer whose connection was cut
 * nobody can know: it widens the range.
 */
async function chargeProblems(database: Database, client: LoadClient): Promise<string[]> {
  const problems: string[] = [];
  for (const subject of client.subjects) {
    const charged = await chargesOf(database, subject);
    const { least, most } = chargeRange(client, subject);
    if (charged < least) problems.push(`${subject.email}: ${least} whole answers, ${charged} charged`);
    if (charged > most)
      problems.push(`${subject.email}: ${charged} charged, at most ${most} answers (${least} whole)`);
  }
  return problems;
}

export function chargeRange(client: LoadClient, subject: Subject): { least: number; most: number } {
  const whole = client.count(subject, 200) + client.count(subject, 'wrong');
  const unknown = (['cut before', 'cut after', 'silent'] as const).map((each) => client.count(subject, each));
  return { least: whole, most: unknown.reduce((sum, count) => sum + count, whole) };
}

/** Hits less what was given back. */
export async function chargesOf({ db }: Database, { email }: Subject): Promise<number> {
  const { charged } = await db
    .selectFrom('credit_entries')
    .innerJoin('accounts', 'accounts.id', 'credit_entries.account_id')
    .select((field) => field.fn.coalesce(field.fn.sum<number>('amount'), field.lit(0)).as('charged'))
    .where('accounts.email', '=', email)
    .where('kind', 'in', ['hit', 'refund'])
    .executeTakeFirstOrThrow();
  return -Number(charged);
}

async function holdProblems({ db }: Database, alive: number): Promise<string[]> {
  const { rows } = await sql<{ held: number; counted: number; instances: number }>`
    select (select coalesce(sum(held), 0) from accounts) as held,
      (select coalesce(sum(held), 0) from credit_holds) as counted,
      (select count(*) from instances) as instances`.execute(db);
  const [found] = rows;
  if (!found) return ['nothing is known of holds'];
  const [held, counted, instances] = [found.held, found.counted, found.instances].map(Number);
  return [
    ...(held === 0 ? [] : [`${held} credits are still on hold`]),
    ...(counted === 0 ? [] : [`${counted} holds are still counted`]),
    ...(instances === alive ? [] : [`${instances} rows in instances, ${alive} processes alive`]),
  ];
}

/** No process of this folder works on anything: what is there belongs to a dead one. */
async function leftoverProblems({ dataDir, replicas }: FaultWorld): Promise<string[]> {
  const uploads = await readdir(join(dataDir, 'uploads')).catch(() => []);
  const begun = uploads.filter((name) => name.startsWith('beginning-'));
  const scratchDir = join(dataDir, 'scratch');
  const scratch = await readdir(scratchDir).catch(() => []);
  const abandoned = scratch.filter((name) => isAbandoned(join(scratchDir, name)));
  return [
    ...(begun.length === 0 ? [] : [`${begun.length} half-made uploads of dead processes are left`]),
    ...(abandoned.length === 0 ? [] : [`${abandoned.length} scratch folders of dead processes are left`]),
    ...(scratch.length <= replicas.length
      ? []
      : [`${scratch.length} scratch folders, ${replicas.length} processes alive`]),
  ];
}

function isAbandoned(folder: string): boolean {
  try {
    using lock = lockFolder(folder);
    return lock !== undefined;
  } catch {
    // It has just been removed.
    return false;
  }
}

/** Every endpoint of an upload in the database answers, whole, with the bytes of a file that was given to it. */
export async function uploadProblems(
  world: FaultWorld,
  allowed: (endpoint: string) => ReadonlySet<string> | undefined,
): Promise<string[]> {
  const url = world.urls()[0] ?? '';
  const endpoints = await world.look(({ db }) =>
    db.selectFrom('endpoints').select('id').where('source', '=', 'csv_upload').execute(),
  );
  const problems: string[] = [];
  for (const { id } of endpoints) {
    const file = await answerOf(`${url}/${id}`);
    const digests = allowed(id);
    if (file.status !== 200) problems.push(`upload ${id} answers ${file.status}`);
    else if (digests && !digests.has(digestOf(file.body))) problems.push(`upload ${id} is not whole`);
    const counted = await answerOf(`${url}/${id}?type=json_values&sql=${encodeURIComponent(countSql)}`);
    if (counted.status !== 200) problems.push(`upload ${id} answers ${counted.status} to a statement`);
  }
  return problems;
}

async function answerOf(url: string): Promise<{ status: number | string; body: Uint8Array }> {
  try {
    const answer = await fetch(url);
    return { status: answer.status, body: await answer.bytes() };
  } catch (error) {
    return { status: String(error), body: new Uint8Array() };
  }
}

const countSql = 'SELECT count(*) AS rows FROM service_table';
