/**
 * The most requests per second of the mix, then 70 % of it for half an hour beside slow readers: memory of all
 * processes of the service, errors and times of answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { residentMb } from '../../bench/process-tree.ts';
import { FaultWorld } from '../faults/fault-world.ts';
import type { LoadFigure } from './load-figure.ts';
import { publishMix } from './load-mix.ts';
import type { LoadRun } from './load-run.ts';
import { asFastAsPossible, atRate, errorCount, rateOf } from './mixed-load.ts';
import { startSlowClients } from './slow-clients.ts';

const share = 0.7;
const connectionsTried = [8, 32, 64];
const slowClients = 10;
const sampleEveryMs = 10_000;
/** The first minutes fill caches; they are no growth. */
const warmShare = 0.25;

export async function soak({ minutes, say }: LoadRun): Promise<LoadFigure[]> {
  await using world = await FaultWorld.open();
  const mix = await publishMix(world);
  const { url, pid } = await world.startReplica();
  const trySeconds = Math.min(20, minutes * 10);
  await asFastAsPossible([url], mix, 8, trySeconds / 2);
  let most = 0;
  for (const connections of connectionsTried) {
    const result = await asFastAsPossible([url], mix, connections, trySeconds);
    say(`${connections} connections: ${Math.round(rateOf(result))} requests/s, ${errorCount(result)} errors`);
    most = Math.max(most, rateOf(result));
  }
  await using slow = startSlowClients(url, mix.large, slowClients);
  const samples: Sample[] = [];
  let isOver = false;
  const sampling = (async () => {
    for (const began = performance.now(); !isOver; await pause(sampleEveryMs)) {
      samples.push({ seconds: (performance.now() - began) / 1_000, mb: residentMb(pid) });
    }
  })();
  const result = await atRate([url], mix, share * most, minutes * 60);
  isOver = true;
  const { latencies } = result;
  const told = [...result.errors].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');
  const peak = Math.max(...samples.map(({ mb }) => mb));
  const warm = samples.slice(Math.floor(samples.length * warmShare));
  const figures = [
    { measure: 'most requests per second, mix', value: most, unit: '/s' },
    { measure: `at 70 %, ${minutes} min: answered`, value: rateOf(result), unit: '/s' },
    { measure: 'errors', value: errorCount(result), unit: '', atMost: 0, remark: told },
    { measure: 'p50', value: latencies.quantileMs(0.5), unit: 'ms' },
    { measure: 'p99', value: latencies.quantileMs(0.99), unit: 'ms' },
    { measure: 'longest', value: latencies.maxMs, unit: 'ms' },
    { measure: 'memory of all processes, peak', value: peak, unit: 'MB' },
    {
      measure: 'memory, slope',
      value: slopeOf(warm) * 3_600,
      unit: 'MB/h',
      remark: `${warm.length} samples`,
    },
    { measure: 'slow readers at their end', value: slow.whole(), unit: '' },
  ];
  await sampling;
  return figures;
}

interface Sample {
  readonly seconds: number;
  readonly mb: number;
}

/** Of the straight line through the samples, in MB per second. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [seconds, mb] = [mean((sample) => sample.seconds), mean((sample) => sample.mb)];
  const above = mean((sample) => (sample.seconds - seconds) * (sample.mb - mb));
  const below = mean((sample) => (sample.seconds - seconds) ** 2);
  return below === 0 ? 0 : above / below;
}
