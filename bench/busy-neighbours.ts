/**
 * How long a body of 2 MB takes that is rendered beside 400 connections that ask small hits as fast as they can,
 * compared with a small hit under the same load: so many turns of the event loop the body needs, on a fast machine as on
 * a slow one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { BenchWorld } from './bench-world.ts';
import { amount, atMost, type Figure, median } from './figure.ts';
import { timedRead } from './timed-read.ts';

const connections = 400;
/** About 2 MB as json_records. */
const rows = 12_000;
const bar = 25;
const longestLoadSeconds = 120;

export async function busyNeighbours(world: BenchWorld): Promise<Figure[]> {
  const { path: small } = await world.published('small');
  const file = await world.file(rows);
  await using service = await world.startService();
  const figures: Figure[] = [];
  for (const coding of ['identity', 'gzip', 'zstd']) {
    const fresh: string[] = [];
    for (let round = 0; round <= world.rounds; round++)
      fresh.push((await world.publish(file, 'metered')).path);
    const read = async (path: string): Promise<number> =>
      (await timedRead(service.url + path, { 'accept-encoding': coding })).totalMs;
    const body = (path: string): Promise<number> => read(`${path}?type=json_records`);
    const [first = '', ...others] = fresh;
    const alone = await body(first);
    const load = autocannon(
      { url: service.url + small, connections, duration: longestLoadSeconds, workers: 1 },
      () => {},
    );
    await pause(2_000);
    const [bodies, smalls]: [number[], number[]] = [[], []];
    for (const path of others) {
      smalls.push(await read(small));
      bodies.push(await body(path));
      smalls.push(await read(small));
    }
    load.stop();
    // Workers that are told to stop do not say that they have.
    await pause(1_000);
    figures.push(
      atMost(bar, {
        work: `2 MB json_records, ${coding}, beside ${connections} busy connections (alone ${amount(alone, 'ms')})`,
        subject: amount(median(bodies), 'ms'),
        baseline: `small hit ${amount(median(smalls), 'ms')}`,
        ratio: median(bodies) / median(smalls),
      }),
    );
  }
  return figures;
}
