/**
 * SIGKILL during uploads: `publish` and `publish --replace` are killed at any moment, and sometimes the service with
 * them. What was acknowledged is there, what was not is old or new, and whole (contract 1.3.13).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { randomNumbers } from '../support/random-numbers.ts';
import { type EngineName, endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { csvOf, digestOf, FaultWorld } from './fault-world.ts';
import { judgeNow, judgeSettled, uploadProblems } from './invariants.ts';

const largestBytes = 1_500_000;
/** One cycle in so many also kills the service. */
const serviceEvery = 4;
/** Uploads that are looked at in every cycle; older ones are deleted. */
const keptUploads = 6;

const published = z.object({ id: z.string() });

export function killUploads(engine: EngineName): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
    const world = stack.use(await FaultWorld.open(postgres ? { databaseUrl: postgres.url } : {}));
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    const first = csvOf('first', 1_000);
    await world.startReplica();
    const began = performance.now();
    const replaced = published.parse(await world.command('publish', await world.file('first.csv', first))).id;
    /** How long one takes that is not killed, from its start to its end. */
    let takesMs = performance.now() - began;
    /** The contents that an endpoint may have now. */
    const allowed = new Map([[replaced, new Set([digestOf(first)])]]);

    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      const content = csvOf(`cycle${cycle}`, 500 + random() * largestBytes);
      const file = await world.file('next.csv', content);
      const isReplacement = random() < 0.5;
      const words = isReplacement ? ['--replace', replaced] : [];
      const started = performance.now();
      const { child, ended } = world.startCommand('publish', file, ...words);
      await Promise.race([pause(random() * takesMs * 1.2), ended]);
      child.kill('SIGKILL');
      if (cycle % serviceEvery === 0) {
        for (const replica of [...world.replicas]) await world.killReplica(replica);
        await world.startReplica();
        findings.add('services killed');
      }
      const { status, stdout } = await ended;
      if (status === 0) takesMs = 0.5 * takesMs + 0.5 * (performance.now() - started);
      // What it has said is true, also when it was killed right after.
      if (stdout.endsWith('}\n')) {
        findings.add('acknowledged before the kill');
        allowed.set(published.parse(JSON.parse(stdout)).id, new Set([digestOf(content)]));
      } else {
        findings.add('killed');
        // A new endpoint that was not acknowledged may be there, whole.
        if (isReplacement) allowed.get(replaced)?.add(digestOf(content));
      }
      const fresh = new Set([digestOf(content)]);
      const problems = await uploadProblems(world, (id) => allowed.get(id) ?? fresh);
      findings.problem(cycle, ...problems, ...(await judgeNow({ world })));
      await settleOn(world, replaced, allowed);
      await deleteOldest(world, replaced, allowed);
      if (!endsBatch(cycle, run.cycles)) continue;
      findings.problem(cycle, ...(await judgeSettled({ world })));
      run.say(findings.line(`kill-uploads-${engine}`, cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

/** What the replaced endpoint has now is what it may have at the next kill. */
async function settleOn(world: FaultWorld, id: string, allowed: Map<string, Set<string>>): Promise<void> {
  const answer = await fetch(`${world.urls()[0]}/${id}`);
  const body = await answer.bytes();
  if (answer.status === 200) allowed.set(id, new Set([digestOf(body)]));
}

async function deleteOldest(
  world: FaultWorld,
  replaced: string,
  allowed: Map<string, Set<string>>,
): Promise<void> {
  const endpoints = await world.look(({ db }) =>
    db.selectFrom('endpoints').select('id').where('id', '<>', replaced).orderBy('created_at').execute(),
  );
  for (const { id } of endpoints.slice(0, -keptUploads)) {
    await world.command('endpoint', 'delete', id);
    allowed.delete(id);
  }
  for (const { id } of endpoints.slice(-keptUploads)) {
    if (allowed.has(id)) continue;
    const answer = await fetch(`${world.urls()[0]}/${id}`);
    allowed.set(id, new Set([digestOf(await answer.bytes())]));
  }
}
