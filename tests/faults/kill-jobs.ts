/**
 * SIGKILL of one of two replicas while scheduled jobs are due all at once: every due run ends once, with one credit
 * and one mail, and all are started within a minute. What the dead replica had begun is taken up when its lease is
 * over; only that may reach a destination twice (contract 1.7.4).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/storage/database/database.ts';
import { startReceiver } from '../schedules/webhook-receiver.ts';
import { sumOfEntries } from '../support/ledger.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { csvOf, FaultWorld } from './fault-world.ts';

const accounts = 4;
const credits = 1_000_000;
/** Of one replica. */
const maxAtOnce = 8;
const startedWithinMs = 60_000;
const endedWithinMs = 240_000;
/** Without a run that ends for this long, only those of the dead replica are left. */
const quietMs = 3_000;

/** `jobs` are due in the same minute. */
export function killJobs(jobs: number): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.use(await startFaultPostgres(run.postgres));
    const receiver = stack.use(await startReceiver());
    const settings = { WEBHOOK_PRIVATE_ADDRESSES: 'true' };
    const world = stack.use(await FaultWorld.open({ databaseUrl: postgres.url, settings }));
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    receiver.answer = () => pause(20 * random(), 204);
    await world.startReplica();
    await makeJobs(world, receiver.url, jobs);
    await world.startReplica();
    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      receiver.got.length = 0;
      const dueAt = Date.now() - 1;
      await world.look((database) => makeAllDue(database, dueAt));
      const half = jobs * (0.3 + 0.4 * random());
      for (const until = Date.now() + startedWithinMs; receiver.got.length < half; await pause(5)) {
        if (Date.now() > until) break;
      }
      const victim = world.replicas[Math.floor(random() * 2)];
      if (victim) await world.killReplica(victim);
      await allEnded(world, jobs, dueAt, run.longestFaultMs !== undefined);
      findings.problem(
        cycle,
        ...(await world.look((database) => judge(database, findings, { jobs, dueAt, cycle }))),
      );
      findings.problem(
        cycle,
        ...deliveryProblems(
          findings,
          receiver.got.map(({ path }) => path),
          jobs,
        ),
      );
      await world.startReplica();
      run.say(findings.line('kill-jobs', cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

async function makeJobs(world: FaultWorld, url: string, jobs: number): Promise<void> {
  const file = await world.file('jobs.csv', csvOf('jobs', 500));
  const each = Array.from({ length: accounts }, (_, account) => account);
  await Promise.all(each.map((account) => makeJobsOf(world, account, { file, url, jobs: jobs / accounts })));
}

/** One by the command line, the others as copies of it. */
async function makeJobsOf(
  world: FaultWorld,
  account: number,
  { file, url, jobs }: { readonly file: string; readonly url: string; readonly jobs: number },
): Promise<void> {
  const email = `jobs-${account}@example.com`;
  await world.command('account', 'create', email, '--plan', 'custom', '--credits', String(credits));
  const { id: endpoint } = await world.command('publish', file, '--owner', email);
  const schedule = ['--cadence', 'monthly', '--day', '1', '--at', '00:00', '--zone', 'UTC'];
  const given = ['--endpoint', String(endpoint), '--name', 'due', ...schedule, '--webhook', url];
  const { id } = await world.command('schedule', 'create', email, ...given);
  await world.look(async ({ db }) => {
    const job = await db
      .deleteFrom('jobs')
      .where('id', '=', String(id))
      .returningAll()
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: jobs }, (_, at) => ({
      ...job,
      id: `${account}-${at}`,
      webhook_url: `${url}/${account}-${at}`,
    }));
    await db.insertInto('jobs').values(rows).execute();
  });
}

async function makeAllDue({ db }: Database, dueAt: number): Promise<void> {
  await db.updateTable('jobs').set({ next_run_at: dueAt }).execute();
}

/** In the short form the lease of the dead replica is over as soon as all others have ended. */
async function allEnded(world: FaultWorld, jobs: number, dueAt: number, isShort: boolean): Promise<void> {
  let last = { ended: 0, at: Date.now() };
  for (const until = Date.now() + endedWithinMs; Date.now() < until; await pause(100)) {
    const ended = await world.look((database) => endedCount(database, dueAt));
    if (ended >= jobs) return;
    if (ended > last.ended) last = { ended, at: Date.now() };
    if (!isShort || Date.now() - last.at < quietMs) continue;
    await world.look(({ db }) =>
      db.updateTable('job_runs').set({ claimed_until: 0 }).where('state', '=', 'running').execute(),
    );
    last = { ended, at: Date.now() };
  }
}

async function endedCount({ db }: Database, dueAt: number): Promise<number> {
  const { count } = await db
    .selectFrom('job_runs')
    .select((field) => field.fn.countAll<number>().as('count'))
    .where('due_at', '=', dueAt)
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Judged {
  readonly jobs: number;
  readonly dueAt: number;
  readonly cycle: number;
}

async function judge(
  { db }: Database,
  findings: Findings,
  { jobs, dueAt, cycle }: Judged,
): Promise<string[]> {
  const problems: string[] = [];
  const expectEqual = (what: string, found: number, wanted: number): void => {
    if (found !== wanted) problems.push(`${what}: ${found}, not ${wanted}`);
  };
  const runs = await db.selectFrom('job_runs').selectAll().where('due_at', '=', dueAt).execute();
  expectEqual('runs', runs.length, jobs);
  expectEqual('jobs with a run', new Set(runs.map(({ job_id }) => job_id)).size, jobs);
  expectEqual('succeeded', runs.filter(({ state }) => state === 'succeeded').length, jobs);
  const slowest = Math.max(...runs.map(({ started_at }) => (started_at ?? Number.NaN) - dueAt));
  findings.raise('ms from due to the last start', slowest);
  findings.add('runs taken up again', runs.filter(({ attempts }) => attempts > 1).length);
  if (!(slowest <= startedWithinMs)) problems.push(`a run started ${slowest} ms after it was due`);
  const mails = await db.selectFrom('outbox').select('id').execute();
  expectEqual('mails', mails.length, jobs * cycle);
  let left = 0;
  for (const account of await db.selectFrom('accounts').selectAll().execute()) {
    left += account.credits ?? 0;
    expectEqual(`ledger of ${account.email}`, await sumOfEntries(db, account.id), account.credits ?? 0);
  }
  expectEqual('credits left', left, accounts * credits - jobs * cycle);
  return problems;
}

function deliveryProblems(findings: Findings, paths: readonly string[], jobs: number): string[] {
  const twice = paths.length - new Set(paths).size;
  findings.add('deliveries repeated', twice);
  return [
    ...(new Set(paths).size === jobs ? [] : [`${new Set(paths).size} of ${jobs} exports arrived`]),
    ...(twice <= maxAtOnce ? [] : [`${twice} exports arrived twice, more than the dead replica had begun`]),
  ];
}
