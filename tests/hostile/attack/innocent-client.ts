/** Somebody who knows nothing of the attack: once a second a small hit, a statement, and a page; each must be right. */
import { setTimeout as pause } from 'node:timers/promises';
import { Latencies } from '../../load/latencies.ts';

export interface Innocent {
  readonly latencies: Latencies;
  readonly wrong: string[];
  stop(): Promise<void>;
}

const everyMs = 1_000;
const maxTold = 20;

export function startInnocent(url: string, endpoint: string, csv: string): Innocent {
  const latencies = new Latencies();
  const wrong: string[] = [];
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
    try {
      const answer = await fetch(url + path);
      const body = await answer.text();
      if (answer.status !== 200 || !isRight(body)) tell(`${name}: ${answer.status} ${body.slice(0, 100)}`);
    } catch (error) {
      tell(`${name}: ${error instanceof Error ? `${error.message} ${String(error.cause)}` : ''}`);
    }
    latencies.record(performance.now() - begun);
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
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}
