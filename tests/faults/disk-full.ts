/**
 * The disk of the service is full, of its database, uploads, scratch and log together, under load: what cannot be
 * written is refused, for nothing, what was there stays whole, and with room again it goes on by itself
 * (contract 7.5.2). Where nothing can be mounted nothing is tried, and the figures say so.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPlatforms } from '../support/platform-service.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { airtableSubject, uploadSubject } from './accounts-under-load.ts';
import { endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { csvOf, digestOf, FaultWorld } from './fault-world.ts';
import { judgeNow, judgeSettled } from './invariants.ts';
import { LoadClient, type Subject } from './load-client.ts';
import { mountSmallDisk } from './small-disk.ts';

const diskMb = 48;
/** What may be left free, so that each writer meets the end at another place. */
const leftBytes = [0, 0, 8_192, 65_536, 400_000];
const fullForMs = 1_500;
const backWithinMs = 5_000;
const patienceMs = 30_000;
const wholeResult = `?type=json_records&sql=${encodeURIComponent('SELECT * FROM service_table ORDER BY number DESC')}`;

export const diskFull: FaultKind = async (run) => {
  await using stack = new AsyncDisposableStack();
  const findings = new Findings();
  const disk = stack.use(await mountSmallDisk(diskMb));
  if (!disk) {
    findings.add('not tried, because nothing can be mounted');
    return findings.result(0);
  }
  const platforms = stack.use(await startPlatforms());
  platforms.airtable.limits = { ...platforms.airtable.limits, perBase: null, perUser: null };
  const world = stack.use(
    await FaultWorld.open({ dataDir: join(disk.folder, 'data'), settings: platforms.environment }),
  );
  const subjects = [
    await uploadSubject(world, 'small', 2_000),
    await uploadSubject(world, 'asked', 200_000, wholeResult),
    await airtableSubject(world, platforms, 'airtable'),
  ];
  await world.startReplica();
  const client = stack.use(new LoadClient({ targets: () => world.urls(), subjects, inFlight: 6 }));
  await client.learn();
  const random = randomNumbers(run.seed);
  const judged = { world, client, excused: [503] };
  const next = await world.file('next.csv', csvOf('next', 600_000));
  const small = subjects[0];
  if (!small) throw new Error('no upload');
  small.digests.add(digestOf(csvOf('next', 600_000)));

  for (let cycle = 1; cycle <= run.cycles; cycle++) {
    client.start();
    await pause(200);
    const left = leftBytes[Math.floor(random() * leftBytes.length)] ?? 0;
    await disk.fill(left);
    const replacing = await world.startCommand('publish', next, '--replace', small.path.slice(1)).ended;
    if (replacing.status !== 0 && replacing.status !== 1)
      findings.problem(cycle, `publish ended with ${replacing.status}`);
    findings.add(replacing.status === 0 ? 'uploads that still had room' : 'uploads refused');
    await pause(fullForMs);
    await disk.empty();
    await expectBack(client, subjects, findings, cycle);
    await client.stop();
    if ((await world.replaceEnded()) > 0) findings.problem(cycle, 'the service has ended');
    // Through the client, because these are charged, too.
    for (const subject of subjects) {
      const { outcome } = await client.hit(subject, world.urls()[0] ?? '');
      if (outcome !== 200) findings.problem(cycle, `${subject.email}: ${outcome} with room again`);
    }
    findings.problem(cycle, ...(await judgeNow(judged)));
    for (const [outcome, count] of client.counts()) findings.raise(`answers ${outcome}`, count);
    client.hits.length = 0;
    if (!endsBatch(cycle, run.cycles)) continue;
    findings.problem(cycle, ...(await judgeSettled(judged)));
    run.say(findings.line('disk-full', cycle, run.cycles));
  }
  return findings.result(run.cycles);
};

async function expectBack(
  client: LoadClient,
  subjects: readonly Subject[],
  findings: Findings,
  cycle: number,
): Promise<void> {
  const emptiedAt = performance.now();
  for (const subject of subjects) {
    for (; ; await pause(20)) {
      const first = client.hits.find(
        (hit) => hit.subject === subject && hit.outcome === 200 && hit.ended > emptiedAt,
      );
      const afterMs = (first?.ended ?? performance.now()) - emptiedAt;
      if (!first && afterMs < patienceMs) continue;
      findings.raise('ms to the first 200 with room again', afterMs);
      if (afterMs > backWithinMs)
        findings.problem(cycle, `${subject.email}: back after ${Math.round(afterMs)} ms`);
      break;
    }
  }
}
