/** What one kind of fault is: a number of cycles, and what they have shown (docs/reliability.md). */
import type { PostgresBuild } from '../support/embedded-server.ts';

export interface FaultRun {
  readonly cycles: number;
  /** The same seed makes the same choices; when they happen still differs. */
  readonly seed: number;
  readonly postgres: PostgresBuild;
  /** The longest that a fault lasts, where that is a choice; without it as long as the kind says. */
  readonly longestFaultMs?: number;
  /** One line for each batch of cycles. */
  say(line: string): void;
}

export interface FaultResult {
  readonly cycles: number;
  /** Every sentence that did not hold, with its cycle; empty when all held. */
  readonly problems: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

export type FaultKind = (run: FaultRun) => Promise<FaultResult>;

export type EngineName = 'sqlite' | 'postgres';

/** Problems are kept with the cycle they came in; a figure is added up or raised to its largest. */
export class Findings {
  readonly problems: string[] = [];
  readonly figures: Record<string, number> = {};

  problem(cycle: number, ...texts: readonly string[]): void {
    for (const text of texts) this.problems.push(`cycle ${cycle}: ${text}`);
  }

  add(figure: string, count = 1): void {
    this.figures[figure] = (this.figures[figure] ?? 0) + count;
  }

  raise(figure: string, value: number): void {
    this.figures[figure] = Math.max(this.figures[figure] ?? 0, Math.round(value));
  }

  result(cycles: number): FaultResult {
    return { cycles, problems: this.problems, figures: this.figures };
  }

  /** One line, with whatever is worth saying of the batch. */
  line(kind: string, cycle: number, of: number): string {
    const figures = Object.entries(this.figures).map(([name, value]) => `${name} ${value}`);
    return `${kind}: ${cycle}/${of} cycles, ${this.problems.length} problems; ${figures.join(', ')}`;
  }
}

export const batchOfCycles = 10;

/** Whether a cycle ends its batch: the slow part of the judgement is due. */
export function endsBatch(cycle: number, of: number): boolean {
  return cycle % batchOfCycles === 0 || cycle === of;
}
