/** Figures for Prometheus on a port of their own, closed unless it is set. */
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startTestService } from '../support/service.ts';

it('counts answers by route and status, without ids', async () => {
  const port = await freePort();
  await using service = await startTestService({ environment: { METRICS_PORT: String(port) } });
  const id = await service.publish('a\n1\n');
  await (await service.get(id)).arrayBuffer();
  await (await service.get('nothing')).arrayBuffer();
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('tablecast_answers_total{route="/:id",status="200"} 1');
  expect(text).toContain('tablecast_answers_total{route="/:id",status="404"} 1');
  expect(text).toContain('tablecast_answer_seconds_count{route="/:id"} 2');
  expect(text).not.toContain(id);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

it('is not served on the port of the exports', async () => {
  await using service = await startTestService();
  expect((await service.get('metrics')).status).toBe(404);
});
