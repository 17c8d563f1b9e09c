/**
 * The recorder of hits alone, in a process of its own on the state of a service: records as many hits of one endpoint
 * as it is told, as they come under load, and replies how much processor time one took in microseconds.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { openContext } from '../src/app-context.ts';
import { readConfig } from '../src/config/config.ts';
import { openLog } from '../src/logging/log.ts';
import { type Hit, keptUserAgent } from '../src/usage/hit.ts';
import { openRecorder, type UsageRecorder } from '../src/usage/recorder.ts';

const taskShape = z.object({ dataDir: z.string(), endpointId: z.string(), hits: z.number() });
type Task = z.infer<typeof taskShape>;

/** That come between two turns of the event loop, with 32 connections. */
const atOnce = 32;

process.on('message', async (message) => {
  process.send?.(await measure(taskShape.parse(message)));
});

async function measure({ dataDir, endpointId, hits }: Task): Promise<number> {
  const config = readConfig({ DATA_DIR: dataDir });
  const context = await openContext(config, openLog('silent'));
  const recorder = openRecorder(context);
  const before = process.cpuUsage();
  for (let done = 0; done < hits; done += atOnce) {
    for (let hit = 0; hit < atOnce; hit++) recorder.record(hitOf(endpointId));
    await setImmediate();
    await untilFewWait(recorder, done);
  }
  await recorder.close();
  const { user, system } = process.cpuUsage(before);
  await context.database.close();
  if (recorder.dropped > 0) throw new Error(`${recorder.dropped} hits were dropped`);
  return (user + system) / recorder.recorded;
}

async function untilFewWait(recorder: UsageRecorder, given: number): Promise<void> {
  while (given - recorder.recorded - recorder.dropped > 5_000) await setImmediate();
}

function hitOf(endpointId: string): Hit {
  return {
    at: Date.now(),
    endpointId,
    proxy: null,
    status: 200,
    error: null,
    type: 'csv',
    rows: 100,
    bytes: 6_000,
    ms: 3,
    credits: 1,
    ignored: null,
    data: null,
    userAgent: keptUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  };
}
