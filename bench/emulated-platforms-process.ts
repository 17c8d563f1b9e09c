/** Starts `emulated-platforms.ts` and sends it tasks. */
import { z } from 'zod';
import type { PlatformTask } from './emulated-platforms.ts';
import { startTaskProcess } from './task-process.ts';

export interface EmulatedPlatforms extends AsyncDisposable {
  /** Returns settings, or the command-line options that name what was created. */
  ask(task: PlatformTask): Promise<Readonly<Record<string, string>>>;
  /** Returns the calls that the platforms received since the last time. */
  asked(): Promise<Asked>;
}

export type Asked = z.infer<typeof askedShape>;

const askedShape = z.object({
  /** Paths of all API calls, including the query. */
  calls: z.array(z.string()),
  /** Number of calls refused because of a rate limit. */
  refused: z.number(),
  /** Number of calls to Airtable's token endpoint. */
  tokenCalls: z.number(),
});

const words = z.record(z.string(), z.string());

export function startEmulatedPlatforms(): EmulatedPlatforms {
  const platforms = startTaskProcess('./emulated-platforms.ts');
  const ask = (task: PlatformTask): Promise<unknown> => platforms.ask(task);
  return {
    ask: async (task) => words.parse(await ask(task)),
    asked: async () => askedShape.parse(await ask({ kind: 'asked' })),
    [Symbol.asyncDispose]: () => platforms[Symbol.asyncDispose](),
  };
}
