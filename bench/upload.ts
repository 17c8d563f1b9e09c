/** Time and resident memory of publishing the file of a million rows by the command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mainFile } from '../tests/support/service-process.ts';
import { type BenchWorld, largeRows } from './bench-world.ts';
import { amount, type Figure, median, within } from './figure.ts';
import { type MemoryPeak, peakMemory } from './process-tree.ts';

export async function upload(world: BenchWorld): Promise<Figure[]> {
  const file = await world.file(largeRows);
  const uploads: (MemoryPeak & { seconds: number })[] = [];
  for (let round = 0; round < (world.quick ? 1 : 3); round++) uploads.push(await publishOnce(world, file));
  const rssMb = Math.max(...uploads.map((one) => one.rssMb));
  const pssMb = Math.max(...uploads.map((one) => one.pssMb));
  return [
    within('upload of 1M x 10', median(uploads.map(({ seconds }) => seconds)), 8, 's'),
    { ...within('upload of 1M x 10, memory', rssMb, 400, 'MB RSS'), baseline: `${amount(pssMb, 'MB')} PSS` },
  ];
}

async function publishOnce(world: BenchWorld, file: string): Promise<MemoryPeak & { seconds: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, [mainFile, 'publish', file], {
    env: { ...process.env, DATA_DIR: world.dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit').then(() => performance.now());
  const peak = await peakMemory(child.pid ?? 0, exited);
  if (child.exitCode !== 0) throw new Error('the upload failed');
  return { ...peak, seconds: ((await exited) - started) / 1_000 };
}
