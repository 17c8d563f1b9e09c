/**
 * The overhead of reading 10,000 rows from a platform without rate limits, compared with a bare client that makes the
 * same calls sequentially. The bar applies to all work of a hit except rate limiting; the real service, which also
 * takes a slot for every call, is shown for information.
 */
import { z } from 'zod';
import type { BenchWorld } from './bench-world.ts';
import { amount, atMost, type Compared, type Figure, information, median } from './figure.ts';
import { type Content, PlatformWorld } from './platform-world.ts';
import { liftRateLimits } from './rate-limit-lifted.ts';
import { startTaskProcess } from './task-process.ts';
import { timedRead } from './timed-read.ts';

const contents: Readonly<Record<string, Content>> = {
  'Airtable 10,000 x 7': { kind: 'airtable', rows: 10_000 },
  'Notion 10,000 x 7': { kind: 'notion', rows: 10_000 },
  'Google Sheets 10,000 x 10': { kind: 'google', rows: 10_000 },
};

/** Rounds before measuring, so that startup does not affect the result. */
const warmUpRounds = 12;

/** More than the number of calls of one hit. */
const slotsToSpare = 130;

interface Times {
  readonly hit: number;
  readonly unlimited: number;
  readonly bare: number;
}

export async function platformOverhead(world: BenchWorld): Promise<Figure[]> {
  await using platforms = await PlatformWorld.open(world.dataDir);
  await platforms.emulators.ask({ kind: 'dropLimits' });
  const figures: Figure[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const { calls, times } = await timesOf(world, platforms, content);
    const compared = (what: string, way: keyof Times): Compared => {
      const [own, bare] = [median(times.map((one) => one[way])), median(times.map((one) => one.bare))];
      const baseline = `${amount(bare, 'ms')} for its ${calls} calls alone`;
      return {
        work: `${name} without limits${what}`,
        subject: amount(own, 'ms'),
        baseline,
        ratio: own / bare,
      };
    };
    figures.push(atMost(1.25, compared('', 'unlimited')));
    figures.push(information(compared(', slots and service included', 'hit')));
  }
  return figures;
}

async function timesOf(
  world: BenchWorld,
  platforms: PlatformWorld,
  content: Content,
): Promise<{ readonly calls: number; readonly times: readonly Times[] }> {
  const { id, token } = await platforms.connect(content.kind);
  const choice = await platforms.emulators.ask(content);
  const path = await platforms.endpointOn(id, choice);
  await using service = await world.startService();
  await using unlimited = startTaskProcess('./unlimited-reader.ts');
  await using bare = startTaskProcess('./bare-reader.ts');
  const hit = async (): Promise<number> => {
    liftRateLimits(world, slotsToSpare);
    return (await timedRead(service.url + path)).totalMs;
  };
  await hit();
  const { calls: paths } = await platforms.emulators.asked();
  const target = { platform: content.kind, origin: platforms.originOf(content.kind), token };
  const times: Times[] = [];
  for (let round = -warmUpRounds; round < 2 * world.rounds; round++) {
    times.push({
      hit: await hit(),
      unlimited: milliseconds.parse(await unlimited.ask({ ...target, choice, scratch: world.folder })),
      bare: milliseconds.parse(await bare.ask({ ...target, paths })),
    });
  }
  return { calls: paths.length, times: times.slice(warmUpRounds) };
}

const milliseconds = z.number();
