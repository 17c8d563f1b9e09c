/** Figures of the benchmark that are counts, and so do not depend on the speed of the machine. */
import type { Figure } from './figure.ts';

export function exactly(work: string, count: number, wanted: number, of: string): Figure {
  return counted(work, `${count} ${of}`, `= ${wanted}`, count === wanted);
}

export function noMoreThan(work: string, count: number, max: number, of: string): Figure {
  return counted(work, `${count} ${of}`, `<= ${max}`, count <= max);
}

function counted(work: string, subject: string, bar: string, passes: boolean): Figure {
  return { work, subject, baseline: '', ratio: '', bar, verdict: passes ? 'pass' : 'short' };
}
