/** What every part of the load test is told. */
import type { PostgresBuild } from '../support/embedded-server.ts';

export interface LoadRun {
  /** Of the long part. */
  readonly minutes: number;
  /** Small numbers, to see that it works. */
  readonly isQuick: boolean;
  readonly postgres: PostgresBuild;
  say(line: string): void;
}
