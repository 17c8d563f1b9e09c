/** Somebody who knows nothing of the attack: once a second a small hit, a statement, and a page; each must be right. */
import { setTimeout as pause } from 'node:timers/promises';
import { Latencies } from '../../load/latencies.ts';

export interface Innocent {
  readonly latencies: Latencies;
  readonly wrong: string[];
  /** The slowest answers, with what was asked and when. */
  readonly slowest: readonly string[];
  stop(): Promise<void>;
}

const everyMs = 1_000;
const maxTold = 20;
const slowMs = 1_000;

export function startInnocent(url: string, endpoint: string, csv: string): Innocent {
  const latencies = new Latencies();
  const wrong: string[] = [];
  const slow: { readonly ms: number; readonly text: string }[] = [];
  let isOver = false;
  let turn = 0;
  const requests: Readonly<
    Record<string, () => readonly [path: string, isRight: (body: string) => boolean]>
  > = {
    'a small hit': () => [`/${endpoint}`, (body) => body === csv],
    'a statement': () => [
      `/${endpoint}?type=json_values&sql=${encodeURIComponent(`SELECT count(*), ${turn} FROM service_table`)}`,
      (body) => body === `[[${csv.split('\n').length - 2},${turn}]]`,
    ],
    'a page': () => [turn % 2 === 0 ? '/app/' : '/docs/sql', (body) => body.includes('</html>')],
  };
  const ask = async (name: string, path: string, isRight: (body: string) => boolean): Promise<void> => {
    const begun = performance.now();
    const asked = turn;
    try {
      const answer = await fetch(url + path);
      const body = await answer.text();
      if (answer.status !== 200 || !isRight(body)) tell(`${name}: ${answer.status} ${body.slice(0, 100)}`);
    } catch (error) {
      tell(`${name}: ${error instanceof Error ? `${error.message} ${String(error.cause)}` : ''}`);
    }
    const ms = performance.now() - begun;
    latencies.record(ms);
    if (ms >= slowMs) slow.push({ ms, text: `after ${asked} s, ${name}: ${Math.round(ms)} ms` });
  };
  const tell = (problem: string): void => {
    if (wrong.length < maxTold) wrong.push(`after ${turn} s, ${problem}`);
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const asked = Object.entries(requests).map(([name, request]) => ask(name, ...request()));
      await Promise.all([...asked, pause(everyMs)]);
      turn += 1;
    }
  };
  const running = run();
  return {
    latencies,
    wrong,
    get slowest() {
      return slow
        .toSorted((one, other) => other.ms - one.ms)
        .slice(0, maxTold)
        .map(({ text }) => text);
    },
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}
