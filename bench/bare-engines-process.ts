/** Starts `bare-engines.ts` and sends it tasks. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { endWithThisProcess } from '../tests/support/service-process.ts';
import type { EngineTask } from './bare-engines.ts';

export interface BareEngines extends AsyncDisposable {
  /** Runs the task; returns its duration in milliseconds. */
  time(task: EngineTask): Promise<number>;
}

const reply = z.tuple([z.number()]).rest(z.unknown());

export function startBareEngines(): BareEngines {
  const child = fork(fileURLToPath(new URL('./bare-engines.ts', import.meta.url)), { execArgv: [] });
  const ended = endWithThisProcess(child);
  const failed = ended.then(() => Promise.reject(new Error('the baseline process ended')));
  failed.catch(() => undefined);
  return {
    time: async (task) => {
      const replied = once(child, 'message');
      child.send(task);
      return reply.parse(await Promise.race([replied, failed]))[0];
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
