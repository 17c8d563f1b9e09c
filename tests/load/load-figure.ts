/** One figure of the load test, as a row of a table in Markdown and as a line of JSON. */

export interface LoadFigure {
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** Largest value that passes; without it the figure is only told. */
  readonly atMost?: number;
  readonly remark?: string;
}

export function passes({ value, atMost }: LoadFigure): boolean {
  return atMost === undefined || value <= atMost;
}

export function markdownOf(figures: readonly LoadFigure[]): string {
  const rows = figures.map((figure) => {
    const { measure, value, unit, atMost, remark = '' } = figure;
    const bar = atMost === undefined ? '' : `≤ ${atMost}${passes(figure) ? '' : ' MISSED'}`;
    return `| ${measure} | ${rounded(value)} ${unit} | ${bar} | ${remark} |`;
  });
  return ['| Measure | Value | Bar | Remark |', '|---|---|---|---|', ...rows].join('\n');
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 0 });
}
