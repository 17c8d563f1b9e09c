/**
 * Figures for Prometheus, on a port of their own that is closed unless it is set (contract 10.5.2). Labels are routes
 * and statuses, which are few, never ids.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { UsageRecorder } from '../usage/recorder.ts';
import { AnswerFigures } from './answer-figures.ts';
import { bindPort } from './connection/listen.ts';

export interface Metrics {
  /** `route` is the pattern of the address, `/:id`. */
  observe(route: string, status: number, milliseconds: number): void;
  text(): Promise<string>;
}

/** How many hits were recorded, and how many could not be, since the start. */
type Recorded = Pick<UsageRecorder, 'recorded' | 'dropped'>;

export function openMetrics(usage: Recorded = { recorded: 0, dropped: 0 }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new AnswerFigures();
  countUsage(registry, usage);
  return {
    observe: (route, status, milliseconds) => answers.observe(route, status, milliseconds / 1_000),
    text: async () => `${await registry.metrics()}\n${answers.text()}`,
  };
}

function countUsage(registry: Registry, usage: Recorded): void {
  const count = (name: string, help: string, value: () => number): void => {
    const counter = new Counter({
      name,
      help,
      registers: [registry],
      collect: () => {
        counter.reset();
        counter.inc(value());
      },
    });
  };
  count('tablecast_hits_recorded_total', 'Hits recorded for usage.', () => usage.recorded);
  count('tablecast_hits_dropped_total', 'Hits that could not be recorded.', () => usage.dropped);
}

export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(await metrics.text());
  });
  await bindPort({ host, port, variable: 'METRICS_PORT' }, async () => {
    server.listen(port, host);
    await once(server, 'listening');
  });
  return server;
}
