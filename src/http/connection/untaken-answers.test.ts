import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceError } from '../../errors/errors.ts';
import { Budget } from '../../export/limits/budget.ts';
import { countUntaken } from './untaken-answers.ts';

const megabyte = 1024 * 1024;

test('answers that nobody takes count, on whatever route; beyond the budget others are 503 until they are gone', async () => {
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onSend', countUntaken(new Budget(40 * megabyte)));
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof ServiceError ? error.status : 500).send({ error: 'refused' }),
  );
  app.get('/large', () => Buffer.alloc(30 * megabyte));
  app.get('/small', () => 'small');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { hostname, port } = new URL(url);
  const stalled = connect(Number(port), hostname).on('error', () => {});
  stalled.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(stalled, 'readable');
  const status = async (path: string): Promise<number> => {
    const answer = await fetch(`${url}${path}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  expect([await status('/large'), await status('/small')]).toEqual([503, 200]);
  stalled.destroy();
  await expect.poll(() => status('/large')).toBe(200);
  expect(await status('/large')).toBe(200);
});
