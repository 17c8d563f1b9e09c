/** Figures for Prometheus on a port of their own, closed unless it is set. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { openRequest } from '../support/raw-http.ts';
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

it('counts a client that left before its answer was whole as 499, and the log has its line', async () => {
  const port = await freePort();
  const logLines: string[] = [];
  await using service = await startTestService({ environment: { METRICS_PORT: String(port) }, logLines });
  const id = await service.publish(`a\n${`${'x'.repeat(99)}\n`.repeat(200_000)}`);
  const socket = openRequest(service.url, `GET /${id}`);
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => logLines.join('')).toContain('"status":499');
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('tablecast_answers_total{route="/:id",status="499"} 1');
});

it('is not served on the port of the exports', async () => {
  await using service = await startTestService();
  expect((await service.get('metrics')).status).toBe(404);
});
