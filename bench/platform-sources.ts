/**
 * Reads platforms through the real service: at Airtable's rate limit, as fast as it allows, without unnecessary or
 * refused calls; and the memory that a large table needs.
 */
import type { BenchWorld } from './bench-world.ts';
import { exactly, noMoreThan } from './counted.ts';
import type { Asked } from './emulated-platforms-process.ts';
import { amount, atMost, type Figure, information, within } from './figure.ts';
import { type Content, PlatformWorld } from './platform-world.ts';
import { peakMemory } from './process-tree.ts';
import { liftRateLimits } from './rate-limit-lifted.ts';
import { timedRead } from './timed-read.ts';

const limitedRows = 5_000;
const linkedRows = 1_000;
const pages = limitedRows / 100;
const msPerCall = 200;

export async function platformLimits(world: BenchWorld): Promise<Figure[]> {
  await using platforms = await PlatformWorld.open(world.dataDir);
  const hit = await hitOnce(world, platforms, { kind: 'airtable', rows: limitedRows });
  const linked = await hitOnce(world, platforms, { kind: 'airtable', rows: limitedRows, linkedRows });
  const work = 'Airtable at its limit, 5,000 rows';
  const linkedWork = `${work} with 3 links into 1,000 rows`;
  const more = linked.asked.calls.length - hit.asked.calls.length;
  return [
    atMost(1.1, againstLimit(work, hit.ms, pages)),
    exactly(`${work}, calls`, hit.asked.calls.length, pages + 1, 'calls'),
    exactly(`${work}, 429 provoked`, hit.asked.refused, 0, 'refused'),
    noMoreThan(`${linkedWork}, further calls`, more, 10, 'calls'),
    exactly(`${linkedWork}, 429 provoked`, linked.asked.refused, 0, 'refused'),
    information(againstLimit(linkedWork, linked.ms, linked.asked.calls.length)),
  ];
}

async function hitOnce(
  world: BenchWorld,
  platforms: PlatformWorld,
  content: Content,
): Promise<{ readonly ms: number; readonly asked: Asked }> {
  const path = await platforms.newEndpoint(content);
  await using service = await world.startService();
  const { totalMs } = await timedRead(service.url + path);
  return { ms: totalMs, asked: await platforms.emulators.asked() };
}

function againstLimit(work: string, ms: number, calls: number) {
  const least = calls * msPerCall;
  const baseline = `${amount(least / 1_000, 's')} = ${calls} x ${msPerCall} ms`;
  return { work, subject: amount(ms / 1_000, 's'), baseline, ratio: ms / least };
}

const memoryLimitMb = 300;
/** More than the number of calls that can be made while a slot is in use. */
const slotsToSpare = 600;

export async function platformMemory(world: BenchWorld): Promise<Figure[]> {
  await using platforms = await PlatformWorld.open(world.dataDir);
  const google = await memoryOf(world, platforms, 'Google Sheets, 100,000 x 10', {
    kind: 'google',
    rows: 100_000,
  });
  await platforms.emulators.ask({ kind: 'dropLimits' });
  const airtable = await memoryOf(world, platforms, 'Airtable, 100,000 x 7 without limits', {
    kind: 'airtable',
    rows: 100_000,
  });
  return [google, airtable];
}

async function memoryOf(
  world: BenchWorld,
  platforms: PlatformWorld,
  work: string,
  content: Content,
): Promise<Figure> {
  const path = await platforms.newEndpoint(content);
  if (content.kind !== 'google') liftRateLimits(world, slotsToSpare);
  await using service = await world.startService();
  const read = timedRead(service.url + path);
  const { rssMb, pssMb } = await peakMemory(service.pid, read);
  const seconds = amount((await read).totalMs / 1_000, 's');
  return {
    ...within(`memory, ${work}`, rssMb, memoryLimitMb, 'MB RSS'),
    baseline: `${amount(pssMb, 'MB')} PSS, ${seconds}`,
  };
}
