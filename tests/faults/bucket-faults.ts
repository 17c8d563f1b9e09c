/**
 * A bucket that fails while uploads are fetched from it and published to it: it answers errors, hangs, closes or cuts
 * connections. Copies are so few that every hit may need it. Nobody pays for an error, no answer is wrong, what
 * `publish` has acknowledged is there, and the service serves again by itself (contract 7.5.2).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../emulators/emulator-server.ts';
import { startS3Emulator } from '../../emulators/s3/s3-emulator.ts';
import { s3Faults } from '../../emulators/s3/s3-faults.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { uploadSubject } from './accounts-under-load.ts';
import { endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { csvOf, digestOf, FaultWorld } from './fault-world.ts';
import { judgeNow, judgeSettled } from './invariants.ts';
import { type Hit, LoadClient, type Subject } from './load-client.ts';

const inFlight = 6;
const longestMs = 4_000;
const backWithinMs = 5_000;
const patienceMs = 40_000;

const faults: Readonly<Record<string, Fault>> = {
  'answers 500': s3Faults.internalError,
  'answers 503': s3Faults.slowDown,
  'answers 403': s3Faults.accessDenied,
  'closes connections': s3Faults.reset,
  hangs: s3Faults.hang,
  'cuts answers': { act: { kind: 'cut', bytes: 10_000 } },
  'ends answers too early': { act: { kind: 'truncate', bytes: 10_000 } },
};

export const bucketFaults: FaultKind = async (run) => {
  await using stack = new AsyncDisposableStack();
  const s3 = stack.use(await startS3Emulator());
  // Room for one of the uploads at a time.
  const settings = { ...s3Settings(s3), UPLOADS_CACHE_MB: '1', SOURCE_TIME_LIMIT_MS: '3000' };
  const world = stack.use(await FaultWorld.open({ settings }));
  const subjects: Subject[] = [];
  for (const name of ['first', 'second', 'third']) subjects.push(await uploadSubject(world, name, 250_000));
  await world.startReplica();
  const client = stack.use(new LoadClient({ targets: () => world.urls(), subjects, inFlight }));
  await client.learn();
  const findings = new Findings();
  const random = randomNumbers(run.seed);
  const judged = { world, client, excused: [500, 503] };

  for (let cycle = 1; cycle <= run.cycles; cycle++) {
    const [name = '', fault] = Object.entries(faults)[cycle % Object.keys(faults).length] ?? [];
    const subject = subjects[Math.floor(random() * subjects.length)];
    const content = csvOf(`cycle${cycle}`, 250_000);
    client.start();
    await pause(200);
    if (fault) s3.server.addFault(fault);
    // Old or new from now on: which of them is told by the command.
    subject?.digests.add(digestOf(content));
    const publishing = world.startCommand(
      'publish',
      await world.file('next.csv', content),
      '--replace',
      subject?.path.slice(1) ?? '',
    );
    await pause(random() * Math.min(longestMs, run.longestFaultMs ?? longestMs));
    s3.server.clearFaults();
    const healedAt = performance.now();
    const { status } = await publishing.ended;
    findings.add(status === 0 ? 'published' : 'not published');
    for (const url of world.urls()) {
      for (const each of subjects) {
        const first = await msToFirstAnswer(client, each, url, healedAt);
        findings.raise(`ms to the first 200 after it ${name}`, first);
        if (first > backWithinMs) findings.problem(cycle, `${name}: back only after ${Math.round(first)} ms`);
      }
    }
    await client.stop();
    if (subject && status === 0) {
      subject.digests.clear();
      subject.digests.add(digestOf(content));
      for (const url of world.urls()) await client.hit(subject, url);
    }
    const ended = await world.replaceEnded();
    if (ended > 0) findings.problem(cycle, `${ended} replicas have ended`);
    findings.problem(cycle, ...(await judgeNow(judged)));
    for (const [outcome, count] of client.counts()) findings.raise(`answers ${outcome}`, count);
    client.hits.length = 0;
    if (!endsBatch(cycle, run.cycles)) continue;
    findings.problem(cycle, ...(await judgeSettled(judged)));
    run.say(findings.line('bucket-faults', cycle, run.cycles));
  }
  return findings.result(run.cycles);
};

async function msToFirstAnswer(
  client: LoadClient,
  subject: Subject,
  url: string,
  healedAt: number,
): Promise<number> {
  const isAnswer = (hit: Hit): boolean =>
    hit.target === url && hit.subject === subject && hit.outcome === 200 && hit.ended > healedAt;
  for (const until = healedAt + patienceMs; ; await pause(20)) {
    const first = client.hits.find(isAnswer);
    if (first || performance.now() >= until) return (first?.ended ?? performance.now()) - healedAt;
  }
}
