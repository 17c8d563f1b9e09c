/**
 * Two replicas on one PostgreSQL under load, for faults of the database: none of them may end, all answers are 200
 * or 503, charges are exact, and both serve again soon after the fault has ended, without a hand.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers } from '../support/random-numbers.ts';
import { uploadSubject } from './accounts-under-load.ts';
import { endsBatch, type FaultResult, type FaultRun, Findings } from './fault-kind.ts';
import { type FaultPostgres, startFaultPostgres } from './fault-postgres.ts';
import { FaultWorld } from './fault-world.ts';
import { judgeNow, judgeSettled } from './invariants.ts';
import { LoadClient } from './load-client.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const inFlight = 12;
const loadBeforeMs = 400;
const loadAfterMs = 300;
/** After that a replica counts as not back. */
const patienceMs = 40_000;
export const backWithinMs = 5_000;

export interface UnderLoad {
  readonly world: FaultWorld;
  readonly client: LoadClient;
  readonly postgres: FaultPostgres;
  readonly network: TcpProxy;
  readonly random: () => number;
  readonly findings: Findings;
}

/** What one cycle did; measured is the time from its end to the first 200 of each replica. */
export interface CycleOutcome {
  /** By `performance.now()`: from then on the database could be reached. */
  readonly healedAt: number;
  readonly name: string;
  /** If another than the usual. */
  readonly backWithinMs?: number;
}

export async function faultsUnderLoad(
  kind: string,
  run: FaultRun,
  cycleOf: (under: UnderLoad, cycle: number) => Promise<CycleOutcome>,
  /** Where PostgreSQL has its folder, if it matters. */
  parent?: string,
): Promise<FaultResult> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startFaultPostgres(run.postgres, parent));
  const network = stack.use(await startTcpProxy(postgres.server.port));
  const serviceUrl = postgres.url.replace(`:${postgres.server.port}/`, `:${network.port}/`);
  const world = stack.use(
    await FaultWorld.open({ databaseUrl: postgres.url, serviceSettings: { DATABASE_URL: serviceUrl } }),
  );
  const subjects = [
    await uploadSubject(world, 'small', 2_000),
    await uploadSubject(world, 'large', 600_000),
    await uploadSubject(world, 'records', 20_000, '?type=json_records'),
  ];
  for (let replica = 0; replica < 2; replica++) await world.startReplica();
  const client = stack.use(new LoadClient({ targets: () => world.urls(), subjects, inFlight }));
  const findings = new Findings();
  const under = { world, client, postgres, network, random: randomNumbers(run.seed), findings };
  await client.learn();
  const judged = { world, client, excused: [503] };

  for (let cycle = 1; cycle <= run.cycles; cycle++) {
    client.start();
    await pause(loadBeforeMs);
    const outcome = await cycleOf(under, cycle);
    for (const { url } of [...world.replicas]) await expectBack(under, cycle, outcome, url);
    await pause(loadAfterMs);
    await client.stop();
    const ended = await world.replaceEnded();
    if (ended > 0) findings.problem(cycle, `${ended} replicas have ended`);
    findings.problem(cycle, ...(await judgeNow(judged)));
    tellHits(under);
    client.hits.length = 0;
    if (!endsBatch(cycle, run.cycles)) continue;
    findings.problem(cycle, ...(await judgeSettled(judged)));
    run.say(findings.line(kind, cycle, run.cycles));
  }
  return findings.result(run.cycles);
}

async function expectBack(
  { client, findings }: UnderLoad,
  cycle: number,
  { healedAt, name, backWithinMs: within = backWithinMs }: CycleOutcome,
  url: string,
): Promise<void> {
  for (const until = healedAt + patienceMs; ; await pause(20)) {
    const first = client.hits.find(
      (hit) => hit.target === url && hit.outcome === 200 && hit.ended > healedAt,
    );
    const afterMs = (first?.ended ?? performance.now()) - healedAt;
    if (first) {
      findings.raise(`ms to the first 200 after ${name}`, afterMs);
      if (afterMs > within) findings.problem(cycle, `${name}: back only after ${Math.round(afterMs)} ms`);
      return;
    }
    if (performance.now() < until) continue;
    findings.problem(cycle, `${name}: ${url} is not back after ${patienceMs} ms`);
    return;
  }
}

function tellHits({ client, findings }: UnderLoad): void {
  for (const [outcome, count] of client.counts()) findings.raise(`answers ${outcome}`, count);
  for (const { began, ended, outcome } of client.hits)
    findings.raise(`longest ms to ${outcome}`, ended - began);
}
