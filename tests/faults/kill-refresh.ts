/**
 * SIGKILL while a token is refreshed, at Airtable, whose refresh tokens work once: after the kill the connection works,
 * unless the platform had already given a new pair that nobody stored. Only then must the owner reconnect.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startPlatforms } from '../support/platform-service.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { smallAirtable } from '../support/small-tables.ts';
import { newAccount } from './accounts-under-load.ts';
import { type EngineName, endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { FaultWorld } from './fault-world.ts';
import { judgeNow, judgeSettled } from './invariants.ts';
import { LoadClient, type Subject } from './load-client.ts';

const hitsAtOnce = 4;
/** Of the emulated platform, so that the kill can fall into the call. */
const slowestRefreshMs = 120;
/** From the beginning of the refresh to the kill. */
const longestWaitMs = 200;
/** A lease of a killed process on the refresh must have ended. */
const worksWithinMs = 60_000;

export function killRefresh(engine: EngineName): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
    const platforms = stack.use(await startPlatforms());
    const { airtable } = platforms;
    airtable.limits = { ...airtable.limits, perBase: null, perUser: null };
    const settings = { settings: platforms.environment };
    const world = stack.use(
      await FaultWorld.open(postgres ? { ...settings, databaseUrl: postgres.url } : settings),
    );
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    const subjects: Subject[] = [];
    const connect = async (): Promise<Subject> => {
      const email = await newAccount(world, `rotating${subjects.length}`);
      const { accessToken, refreshToken } = airtable.addGrant();
      const pair = ['--access-token', accessToken, '--refresh-token', refreshToken];
      const { id } = await world.command('connection', 'add', email, '--platform', 'airtable', ...pair);
      const words = ['--connection', String(id), ...smallAirtable(airtable).words];
      const made = await world.command('endpoint', 'create', email, ...words);
      const connected = { email, path: `/${made['id']}`, digests: new Set<string>() };
      subjects.push(connected);
      return connected;
    };
    for (let replica = 0; replica < (postgres ? 2 : 1); replica++) await world.startReplica();
    let subject = await connect();
    const client = stack.use(new LoadClient({ targets: () => world.urls(), subjects, inFlight: 0 }));
    const judged = { world, client, excused: ['cut before', 'cut after', 'unreached', 423] as const };

    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      airtable.expireAccessTokens();
      const refreshesBefore = airtable.refreshes;
      airtable.oauth.addFault({ times: 1, act: { kind: 'slow', ms: random() * slowestRefreshMs } });
      const urls = world.urls();
      const hits = Array.from({ length: hitsAtOnce }, (_, at) =>
        client.hit(subject, urls[at % urls.length] ?? ''),
      );
      await Promise.race([refreshBegun(airtable.oauth.calls), Promise.all(hits)]);
      await pause(random() * longestWaitMs);
      const victim = world.replicas[Math.floor(random() * world.replicas.length)];
      if (victim) await world.killReplica(victim);
      await world.startReplica();
      const early = await Promise.all(hits);
      airtable.oauth.clearFaults();
      const rotations = airtable.refreshes - refreshesBefore;
      findings.add('rotations', rotations);
      const status = await firstAnswer(world, client, subject);
      if (status !== 200) {
        findings.add('connections to renew');
        // Another hit may have been answered with the new pair before: then it was stored.
        const wasStored = early.some(({ outcome }) => outcome === 200);
        if (status !== 423) findings.problem(cycle, `after the kill the endpoint answers ${status}`);
        else if (rotations === 0 || wasStored)
          findings.problem(cycle, `a connection is lost, after ${rotations} rotations, stored: ${wasStored}`);
        subject = await connect();
      }
      findings.problem(cycle, ...(await judgeNow(judged)));
      if (!endsBatch(cycle, run.cycles)) continue;
      findings.problem(cycle, ...(await judgeSettled(judged)));
      run.say(findings.line(`kill-refresh-${engine}`, cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

async function refreshBegun(calls: readonly unknown[]): Promise<void> {
  const before = calls.length;
  for (const until = performance.now() + worksWithinMs; performance.now() < until; await pause(1)) {
    if (calls.length > before) return;
  }
}

/** 200 or 423, whichever comes first; otherwise what it said last. */
async function firstAnswer(
  world: FaultWorld,
  client: LoadClient,
  subject: Subject,
): Promise<string | number> {
  for (const until = performance.now() + worksWithinMs; ; await pause(100)) {
    const { outcome } = await client.hit(subject, world.urls()[0] ?? '');
    if (outcome === 200 || outcome === 423 || performance.now() >= until) return outcome;
  }
}
