/**
 * Credits on hold (DESIGN section 1, "charging"): reserved by one conditional update, then posted as a charge
 * or voided; or both in one step. Many requests share one transaction. This is the order of its statements,
 * whoever makes them: Kysely, or the thread of SQLite, which does without it.
 */

export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
}

export interface OutboxMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export type CreditTask =
  | { readonly kind: 'hold' | 'void'; readonly hold: Hold }
  /** A hold and its post in one step. */
  | { readonly kind: 'charge'; readonly hold: Hold; readonly mails: readonly OutboxMail[] }
  /** Without a hold where the account has no limit; its mails are written all the same. */
  | { readonly kind: 'post'; readonly hold: Hold | undefined; readonly mails: readonly OutboxMail[] };

export type StatementName = 'reserve' | 'countHolds' | 'endHolds' | 'charge' | 'chargeAtOnce' | 'unhold';

export type Parameter = string | number | null;

/** Inside one transaction. */
export interface Settling {
  /** Whether any row was changed. */
  change(statement: StatementName, parameters: readonly Parameter[]): Promise<boolean>;
  /** In the order of `entryColumns`. */
  insertEntries(rows: readonly (readonly Parameter[])[]): Promise<void>;
  /** In the order of `mailColumns`. */
  insertMails(rows: readonly (readonly Parameter[])[]): Promise<void>;
}

export const entryColumns = ['account_id', 'id', 'kind', 'amount', 'endpoint_id', 'at'] as const;
export const mailColumns = ['id', 'recipient', 'subject', 'body', 'created_at', 'sent_at'] as const;

/** Answers for each task whether it was done: a hold without a credit is not, nor a post whose hold was voided. */
export async function settleTasks(
  settling: Settling,
  instanceId: string,
  tasks: readonly CreditTask[],
  at: number,
): Promise<boolean[]> {
  const done = new Set<Hold>();
  for (const [accountId, group] of byAccount(tasks)) {
    const account = { settling, accountId, instanceId };
    for (const hold of await release(account, group)) done.add(hold);
    for (const hold of await reserve(account, group)) done.add(hold);
    for (const hold of await chargeAtOnce(account, group)) done.add(hold);
  }
  const entries = entriesOf(tasks, done, at);
  if (entries.length > 0) await settling.insertEntries(entries);
  const mails = mailsOf(tasks, done, at);
  if (mails.length > 0) await settling.insertMails(mails);
  return tasks.map(({ hold }) => hold === undefined || done.has(hold));
}

interface SettledAccount {
  readonly settling: Settling;
  readonly accountId: string;
  readonly instanceId: string;
}

/** Posts and voids: what is taken off the hold, and for posts off the balance. */
async function release(account: SettledAccount, group: readonly HeldTask[]): Promise<Hold[]> {
  const { settling, accountId, instanceId } = account;
  const count = group.filter(({ kind }) => kind === 'post' || kind === 'void').length;
  if (count === 0) return [];
  if (!(await settling.change('endHolds', [count, accountId, instanceId, count]))) return [];
  // A balance that was lowered or lifted meanwhile has nothing to take: such a hit is free, never below zero.
  const charged = await takeForAll(holdsOf(group, 'post'), (taken) =>
    settling.change('charge', [taken, taken, accountId, taken]),
  );
  if (charged.length < count) await settling.change('unhold', [count - charged.length, accountId]);
  return charged;
}

async function reserve(account: SettledAccount, group: readonly HeldTask[]): Promise<Hold[]> {
  const { settling, accountId, instanceId } = account;
  const reserved = await takeForAll(holdsOf(group, 'hold'), (count) =>
    settling.change('reserve', [count, accountId, count]),
  );
  const { length } = reserved;
  if (length > 0) await settling.change('countHolds', [accountId, instanceId, length, length]);
  return reserved;
}

function chargeAtOnce({ settling, accountId }: SettledAccount, group: readonly HeldTask[]): Promise<Hold[]> {
  return takeForAll(holdsOf(group, 'charge'), (count) =>
    settling.change('chargeAtOnce', [count, accountId, count]),
  );
}

/** A credit for each: for all together if there are enough, else one by one until there are none left. */
async function takeForAll(
  holds: readonly Hold[],
  take: (count: number) => Promise<boolean>,
): Promise<Hold[]> {
  if (holds.length === 0) return [];
  let taken = (await take(holds.length)) ? holds.length : 0;
  if (taken === 0 && holds.length > 1) while (taken < holds.length && (await take(1))) taken += 1;
  return holds.slice(0, taken);
}

function entriesOf(tasks: readonly CreditTask[], done: ReadonlySet<Hold>, at: number): Parameter[][] {
  return tasks.flatMap(({ kind, hold }) =>
    (kind === 'post' || kind === 'charge') && hold && done.has(hold)
      ? [[hold.accountId, hold.id, 'hit', -1, hold.endpointId, at]]
      : [],
  );
}

/** The mails of a hit that was answered, charged or not. */
function mailsOf(tasks: readonly CreditTask[], done: ReadonlySet<Hold>, at: number): Parameter[][] {
  return tasks.flatMap((task) =>
    task.kind === 'post' || (task.kind === 'charge' && done.has(task.hold))
      ? task.mails.map(({ id, recipient, subject, body }) => [id, recipient, subject, body, at, null])
      : [],
  );
}

interface HeldTask {
  readonly kind: CreditTask['kind'];
  readonly hold: Hold;
}

function holdsOf(group: readonly HeldTask[], wanted: CreditTask['kind']): Hold[] {
  return group.flatMap(({ kind, hold }) => (kind === wanted ? [hold] : []));
}

/** In one order everywhere, so that two transactions never wait for each other. */
function byAccount(tasks: readonly CreditTask[]): [string, HeldTask[]][] {
  const held = tasks.flatMap(({ kind, hold }): HeldTask[] => (hold ? [{ kind, hold }] : []));
  return [...Map.groupBy(held, ({ hold }) => hold.accountId)].sort(([a], [b]) => (a < b ? -1 : 1));
}
