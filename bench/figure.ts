/**
 * One figure of the benchmark: the measured value, its baseline, the required bar, and whether it is reached. Ratios
 * compare medians, because single runs on a shared machine are unreliable.
 */

export interface Figure {
  readonly work: string;
  readonly subject: string;
  readonly baseline: string;
  readonly ratio: string;
  readonly bar: string;
  /** `info` is only shown and never fails the benchmark. */
  readonly verdict: 'pass' | 'short' | 'info';
}

export interface Compared {
  readonly work: string;
  readonly subject: string;
  readonly baseline: string;
  readonly ratio: number;
}

export function atLeast(bar: number, compared: Compared): Figure {
  return comparison(compared, `>= ${bar} x`, compared.ratio >= bar);
}

export function atMost(bar: number, compared: Compared): Figure {
  return comparison(compared, `<= ${bar} x`, compared.ratio <= bar);
}

export function information(compared: Compared): Figure {
  return { ...comparison(compared, '', true), verdict: 'info' };
}

/** A figure with a fixed limit instead of a baseline; the ratio is value to limit. */
export function within(work: string, value: number, limit: number, unit: string): Figure {
  const compared = { work, subject: amount(value, unit), baseline: '', ratio: value / limit };
  return comparison(compared, `<= ${limit} ${unit}`, value <= limit);
}

export function amount(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.slice(sorted.length % 2 === 1 ? middle : middle - 1);
  return sorted.length % 2 === 1 ? low : (low + high) / 2;
}

export function figureTable(figures: readonly Figure[]): string {
  const heads = ['work', 'subject', 'baseline', 'ratio', 'bar', ''];
  const lines = [heads, ...figures.map(cellsOf)];
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf({ work, subject, baseline, ratio, bar, verdict }: Figure): string[] {
  return [work, subject, baseline, ratio, bar, verdict];
}

function comparison({ work, subject, baseline, ratio }: Compared, bar: string, passes: boolean): Figure {
  const shown = Number.isFinite(ratio) ? ratio.toFixed(2) : '';
  return { work, subject, baseline, ratio: shown, bar, verdict: passes ? 'pass' : 'short' };
}
