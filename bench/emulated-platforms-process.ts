/** Starts `emulated-platforms.ts` and hands it its tasks. */
import { z } from 'zod';
import type { PlatformTask } from './emulated-platforms.ts';
import { startTaskProcess } from './task-process.ts';

export interface EmulatedPlatforms extends AsyncDisposable {
  /** What there is to set, or the words of a command that names what was made. */
  ask(task: PlatformTask): Promise<Readonly<Record<string, string>>>;
  /** What was asked of the platforms since the last time. */
  asked(): Promise<Asked>;
}

export type Asked = z.infer<typeof askedShape>;

const askedShape = z.object({
  /** Paths of all calls to their interfaces, with the query. */
  calls: z.array(z.string()),
  /** How many of them were refused because of a limit. */
  refused: z.number(),
  /** Calls to the token address of Airtable. */
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
