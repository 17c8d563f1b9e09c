/** A separate process that receives one task at a time and replies to it; its file defines the tasks. */
import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess } from '../tests/support/service-process.ts';

export interface TaskProcess extends AsyncDisposable {
  ask(task: Serializable): Promise<unknown>;
}

/** `file` is relative to this one. */
export function startTaskProcess(file: string): TaskProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [] });
  const ended = endWithThisProcess(child);
  const failed = ended.then(() => Promise.reject(new Error(`the process of ${file} ended`)));
  failed.catch(() => undefined);
  return {
    ask: async (task) => {
      const replied = once(child, 'message');
      child.send(task);
      const [reply] = await Promise.race([replied, failed]);
      return reply;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
