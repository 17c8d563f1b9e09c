/** A process of its own that is sent one task at a time and answers it; what the tasks are, its file says. */
import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess } from '../tests/support/service-process.ts';

export interface TaskProcess extends AsyncDisposable {
  ask(task: Serializable): Promise<unknown>;
}

/** `file` lies beside this one. */
export function startTaskProcess(file: string): TaskProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [] });
  const ended = endWithThisProcess(child);
  const failed = ended.then(() => Promise.reject(new Error(`the process of ${file} ended`)));
  failed.catch(() => undefined);
  return {
    ask: async (task) => {
      const answered = once(child, 'message');
      child.send(task);
      const [answer] = await Promise.race([answered, failed]);
      return answer;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
