/**
 * What the recording of hits costs: the processor time of the recorder for one hit, measured alone, as a part of all
 * that the service needs for a hit of the smallest export. A service whose processor is busy answers as many requests
 * fewer.
 */
import { z } from 'zod';
import type { BenchWorld } from './bench-world.ts';
import { amount, atMost, type Figure, median } from './figure.ts';
import { load } from './small-exports.ts';
import { startTaskProcess } from './task-process.ts';

const bar = 0.05;

export async function usage(world: BenchWorld): Promise<Figure[]> {
  await using service = await world.startService();
  const { path } = await world.published('small', 'metered');
  await using recorder = startTaskProcess('./recorder-process.ts');
  const task = { dataDir: world.dataDir, endpointId: path.slice(1), hits: world.quick ? 20_000 : 50_000 };
  const recordedUs = async (): Promise<number> => z.number().parse(await recorder.ask(task));
  const served: number[] = [];
  const recorded: number[] = [];
  for (let round = 0; round <= world.rounds; round++) {
    served.push((await load(service.url + path, service.pid, world.quick ? 2 : 4)).processorUs);
    recorded.push(await recordedUs());
  }
  // The first round is a warm-up.
  const servedUs = median(served.slice(1));
  const ownUs = median(recorded.slice(1));
  return [
    atMost(bar, {
      work: 'recording of a hit, 100 x 8, csv',
      subject: amount(ownUs, 'µs cpu'),
      baseline: `${amount(servedUs, 'µs cpu')} the whole hit`,
      ratio: ownUs / servedUs,
    }),
  ];
}
