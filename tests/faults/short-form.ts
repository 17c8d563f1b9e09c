/** A kind of fault with few cycles, as a test. */
import { expect, it } from 'vitest';
import type { FaultKind } from './fault-kind.ts';

/** Ends also when everything is wrong: each judgement has up to a minute. */
const timeLimitMs = 300_000;

const longestFaultMs = 5_000;

export function itHolds(sentence: string, kind: FaultKind, cycles: number): void {
  it(
    sentence,
    async () => {
      const lines: string[] = [];
      const say = (line: string): void => void lines.push(line);
      const result = await kind({ cycles, seed: 1, postgres: 'embedded', longestFaultMs, say });
      expect(result.problems, lines.join('\n')).toEqual([]);
    },
    timeLimitMs,
  );
}
