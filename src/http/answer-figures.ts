/**
 * Counts answers by route and status, and how long they took, for Prometheus. Plain numbers, because every hit is
 * counted: to look up labels, as a library does, costs a fiftieth of a small one.
 */

const bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];

interface RouteFigures {
  readonly byStatus: Map<number, number>;
  /** How many took at most as long as the bound of the same place, and longer than the one before; the last has none. */
  readonly within: number[];
  seconds: number;
}

export class AnswerFigures {
  /** As many as there are patterns of addresses. */
  readonly #routes = new Map<string, RouteFigures>();

  observe(route: string, status: number, seconds: number): void {
    const figures = this.#routes.get(route) ?? this.#add(route);
    figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + 1);
    const found = bounds.findIndex((bound) => seconds <= bound);
    const place = found === -1 ? bounds.length : found;
    figures.within[place] = (figures.within[place] ?? 0) + 1;
    figures.seconds += seconds;
  }

  text(): string {
    const routes = [...this.#routes];
    return [
      '# HELP tablecast_answers_total Answers by route and status.',
      '# TYPE tablecast_answers_total counter',
      ...routes.flatMap(([route, { byStatus }]) => counters(route, byStatus)),
      '',
      '# HELP tablecast_answer_seconds Time from request to the last byte of the answer.',
      '# TYPE tablecast_answer_seconds histogram',
      ...routes.flatMap(([route, figures]) => histogram(route, figures)),
      '',
    ].join('\n');
  }

  #add(route: string): RouteFigures {
    const figures = { byStatus: new Map(), within: bounds.map(() => 0), seconds: 0 };
    this.#routes.set(route, figures);
    return figures;
  }
}

function counters(route: string, byStatus: ReadonlyMap<number, number>): string[] {
  return [...byStatus].map(
    ([status, count]) => `tablecast_answers_total{route="${route}",status="${status}"} ${count}`,
  );
}

function histogram(route: string, { within, seconds }: RouteFigures): string[] {
  let count = 0;
  const buckets = [...bounds, '+Inf'].map((bound, place) => {
    count += within[place] ?? 0;
    return `tablecast_answer_seconds_bucket{le="${bound}",route="${route}"} ${count}`;
  });
  return [
    ...buckets,
    `tablecast_answer_seconds_sum{route="${route}"} ${seconds}`,
    `tablecast_answer_seconds_count{route="${route}"} ${count}`,
  ];
}
