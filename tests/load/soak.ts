/**
 * Half an hour at 70 % of the most requests per second of the mix, beside slow readers: memory of all processes of the
 * service, errors and times of answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { residentMb } from '../../bench/process-tree.ts';
import { FaultWorld } from '../faults/fault-world.ts';
import type { LoadFigure } from './load-figure.ts';
import { publishMix } from './load-mix.ts';
import type { LoadRun } from './load-run.ts';
import { asFastAsPossible, atRate, errorCount, type LoadResult, rateOf, together } from './mixed-load.ts';
import { startSlowClients } from './slow-clients.ts';

const share = 0.7;
const connections = 64;
/** The speed of a machine that others share changes: the most is measured anew so often, and the least of it counts. */
const sliceMinutes = 3;
const slowClients = 10;
const sampleEveryMs = 10_000;
/** The first minutes fill caches; they are no growth. */
const warmShare = 0.25;

export async function soak({ minutes, say }: LoadRun): Promise<LoadFigure[]> {
  await using world = await FaultWorld.open();
  const mix = await publishMix(world);
  const { url, pid } = await world.startReplica();
  const slices = Math.max(1, Math.round(minutes / sliceMinutes));
  const sliceSeconds = (minutes * 60) / slices;
  const trySeconds = Math.min(10, sliceSeconds / 4);
  await asFastAsPossible([url], mix, 8, trySeconds);
  await using slow = startSlowClients(url, mix.large, slowClients);
  const samples: Sample[] = [];
  let isOver = false;
  const sampling = (async () => {
    for (const began = performance.now(); !isOver; await pause(sampleEveryMs)) {
      samples.push({ seconds: (performance.now() - began) / 1_000, mb: residentMb(pid) });
    }
  })();
  const mosts: number[] = [];
  const parts: LoadResult[] = [];
  for (let slice = 0; slice < slices; slice++) {
    const most = rateOf(await asFastAsPossible([url], mix, connections, trySeconds));
    mosts.push(most);
    const part = await atRate([url], mix, share * Math.min(...mosts), sliceSeconds);
    parts.push(part);
    const told = `${errorCount(part)} errors (${outcomesOf(part)}), p99 ${Math.round(part.latencies.quantileMs(0.99))} ms, ${Math.round(residentMb(pid))} MB`;
    say(`most ${Math.round(most)} requests/s; at 70 % ${Math.round(rateOf(part))} requests/s, ${told}`);
  }
  isOver = true;
  const result = together(parts);
  const { latencies } = result;
  const peak = Math.max(...samples.map(({ mb }) => mb));
  const warm = samples.slice(Math.floor(samples.length * warmShare));
  const figures = [
    { measure: 'most requests per second, mix, at best', value: Math.max(...mosts), unit: '/s' },
    { measure: 'most requests per second, mix, at worst', value: Math.min(...mosts), unit: '/s' },
    { measure: `at 70 %, ${minutes} min: answered`, value: rateOf(result), unit: '/s' },
    { measure: 'errors', value: errorCount(result), unit: '', atMost: 0, remark: outcomesOf(result) },
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

function outcomesOf({ errors, unsent }: LoadResult): string {
  const outcomes = [...errors].map(([outcome, count]) => `${count} x ${outcome}`);
  return [...outcomes, ...(unsent > 0 ? [`${unsent} x not sent`] : [])].join(', ');
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
