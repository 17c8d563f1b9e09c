/**
 * Requests per second on a hot upload (100 rows x 8) that lives in a bucket, compared with the same one in the folder:
 * the local copy must make the bucket invisible, and is asked nothing while it is measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startS3Emulator } from '../emulators/s3/s3-emulator.ts';
import { runProgram } from '../tests/support/program.ts';
import { s3Settings } from '../tests/support/s3-settings.ts';
import { type ServiceProcess, startServiceProcess } from '../tests/support/service-process.ts';
import type { BenchWorld } from './bench-world.ts';
import { amount, atLeast, type Figure, median } from './figure.ts';
import { load } from './small-exports.ts';

const bar = 0.9;

export async function s3Uploads(world: BenchWorld): Promise<Figure[]> {
  await using s3 = await startS3Emulator();
  await using inFolder = await publishedIn(world, {});
  await using inBucket = await publishedIn(world, s3Settings(s3));
  for (const { url, service } of [inFolder, inBucket]) await load(url, service.pid, 2);
  const before = askedForObjects(s3.server.calls);
  const rates: { folder: number[]; bucket: number[] } = { folder: [], bucket: [] };
  for (let round = 0; round < world.rounds; round++) {
    const seconds = world.quick ? 2 : 4;
    rates.folder.push((await load(inFolder.url, inFolder.service.pid, seconds)).perSecond);
    rates.bucket.push((await load(inBucket.url, inBucket.service.pid, seconds)).perSecond);
  }
  if (askedForObjects(s3.server.calls) > before) throw new Error('a hot upload was fetched again');
  return [
    atLeast(bar, {
      work: '100 x 8, csv, hot upload in S3',
      subject: amount(median(rates.bucket), '/s'),
      baseline: `${amount(median(rates.folder), '/s')} in the folder`,
      ratio: median(rates.bucket) / median(rates.folder),
    }),
  ];
}

const askedForObjects = (calls: readonly { readonly url: string }[]): number =>
  calls.filter(({ url }) => !url.includes('delimiter=')).length;

interface PublishedService extends AsyncDisposable {
  readonly url: string;
  readonly service: ServiceProcess;
}

/** On a folder of its own. */
async function publishedIn(
  world: BenchWorld,
  settings: Readonly<Record<string, string>>,
): Promise<PublishedService> {
  const dataDir = await mkdtemp(join(world.folder, 'store-'));
  const file = await world.file('small');
  const published = await runProgram(['publish', file, '--json'], { ...settings, DATA_DIR: dataDir });
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(published.stdout));
  const service = await startServiceProcess(dataDir, [], settings);
  return {
    url: `${service.url}/${id}`,
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
