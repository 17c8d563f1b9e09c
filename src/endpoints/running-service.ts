/**
 * The address of the running service, in `DATA_DIR/service.json` as long as it runs: what commands print then
 * works, whatever port the service has (contract 10.1.6). Of two services on one folder the later one is named.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { randomId } from '../base/random-id.ts';
import type { Config } from '../config/config.ts';
import { errorCode } from '../errors/error-code.ts';

const runningService = z.object({ baseUrl: z.url(), pid: z.int().positive() });

/** Ends with a function that withdraws the address, unless another service has replaced it. */
export async function announceService({ dataDir, baseUrl }: Config): Promise<() => Promise<void>> {
  const file = serviceFile(dataDir);
  const content = `${JSON.stringify({ baseUrl, pid: process.pid })}\n`;
  const unfinished = `${file}.${randomId()}`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
  return async () => {
    if ((await readFile(file, 'utf8').catch(() => '')) === content) await rm(file, { force: true });
  };
}

/** Undefined when none runs, also when one has ended without withdrawing its address. */
export async function runningServiceUrl(dataDir: string): Promise<string | undefined> {
  const text = await readFile(serviceFile(dataDir), 'utf8').catch(() => '');
  const found = runningService.safeParse(parsedJson(text)).data;
  return found && isRunning(found.pid) ? found.baseUrl : undefined;
}

const serviceFile = (dataDir: string): string => join(dataDir, 'service.json');

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A process of another user may not be signalled, and runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
