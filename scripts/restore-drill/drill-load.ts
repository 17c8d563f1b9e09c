/**
 * Keeps a service busy while its backup is made: hits that are charged, an upload that is replaced, and one hit that
 * waits for its platform and so has a credit on hold.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, type DrillState, headers } from './drill-state.ts';

const hitsAtOnce = 4;

export interface DrillLoad {
  readonly hits: number;
  /** The number in the table that was published last. */
  readonly version: number;
  /** Resolves when all have noticed; what fails from now on is forgiven. */
  stop(): Promise<void>;
}

/** `publishNext` replaces the table by one with this number. */
export function startDrillLoad(
  url: string,
  state: DrillState,
  publishNext: (version: number) => ReturnType<Command>,
): DrillLoad {
  let isRunning = true;
  let hits = 0;
  let version = 0;
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (isRunning) {
      await work().catch((error: unknown) => {
        if (isRunning) throw error;
      });
    }
  };
  const hit = async (): Promise<void> => {
    const path = state.paths[hits % state.paths.length] ?? '';
    const answer = await fetch(`${url}/${path}`, { headers });
    await answer.bytes();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} under load`);
    hits += 1;
  };
  const replace = async (): Promise<void> => {
    await publishNext(version + 1);
    version += 1;
    await pause(50);
  };
  const waiting = fetch(`${url}/${state.linked}`).catch(() => undefined);
  const running = Promise.all([
    ...Array.from({ length: hitsAtOnce }, () => repeat(hit)),
    repeat(replace),
    waiting,
  ]);
  running.catch(() => {});
  return {
    get hits() {
      return hits;
    },
    get version() {
      return version;
    },
    stop: async () => {
      isRunning = false;
      await running;
    },
  };
}
