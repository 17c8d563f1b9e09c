/**
 * SIGKILL of a replica under load, at any moment: hits on uploads of all sizes, with and without `sql`, and on a
 * platform, which holds a credit while it waits. A killed process leaves cut answers, never a wrong ledger
 * (contract 8.1.5).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startPlatforms } from '../support/platform-service.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { airtableSubject, uploadSubject } from './accounts-under-load.ts';
import { type EngineName, endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { FaultWorld } from './fault-world.ts';
import { chargeRange, chargesOf, judgeNow, judgeSettled } from './invariants.ts';
import { LoadClient, type Subject } from './load-client.ts';

const inFlight = 12;
const longestLoadMs = 1_200;
const sqlQuery = `?type=json_records&sql=${encodeURIComponent('SELECT mark, count(*) AS n FROM service_table GROUP BY mark')}`;

export function killCharges(engine: EngineName): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
    const platforms = stack.use(await startPlatforms());
    platforms.airtable.limits = { ...platforms.airtable.limits, perBase: null, perUser: null };
    const settings = { settings: platforms.environment };
    const world = stack.use(
      await FaultWorld.open(postgres ? { ...settings, databaseUrl: postgres.url } : settings),
    );
    const subjects: Subject[] = [
      await uploadSubject(world, 'small', 2_000),
      await uploadSubject(world, 'large', 3_000_000),
      await uploadSubject(world, 'asked', 20_000, sqlQuery),
      await airtableSubject(world, platforms, 'airtable'),
    ];
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    for (let replica = 0; replica < (postgres ? 2 : 1); replica++) await world.startReplica();
    const client = stack.use(new LoadClient({ targets: () => world.urls(), subjects, inFlight }));
    await client.learn();
    const judged = { world, client, excused: ['cut before', 'cut after', 'unreached'] as const };

    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      client.start();
      await pause(50 + random() * longestLoadMs);
      const victim = world.replicas[Math.floor(random() * world.replicas.length)];
      if (victim) await world.killReplica(victim);
      await world.startReplica();
      await client.stop();
      findings.problem(cycle, ...(await judgeNow(judged)));
      if (!endsBatch(cycle, run.cycles)) continue;
      findings.problem(cycle, ...(await judgeSettled(judged)));
      await tellHits(findings, world, client);
      run.say(findings.line(`kill-charges-${engine}`, cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

/** How wide the range was in which charges are known. */
async function tellHits(findings: Findings, world: FaultWorld, client: LoadClient): Promise<void> {
  const counts = client.counts();
  for (const outcome of [200, 'cut before', 'cut after', 'unreached'] as const) {
    findings.raise(outcome === 200 ? 'whole' : outcome, counts.get(outcome) ?? 0);
  }
  let beyond = 0;
  let unseen = 0;
  for (const subject of client.subjects) {
    const charged = await world.look((database) => chargesOf(database, subject));
    const { least } = chargeRange(client, subject);
    beyond += charged - least;
    unseen += Math.max(0, charged - least - client.count(subject, 'cut after'));
  }
  findings.raise('charged beyond whole', beyond);
  findings.raise('charged surely without a byte', unseen);
}
