/**
 * The baselines over HTTP, in a separate process: Fastify routes that send fixed bytes from memory and log the line that
 * a hit logs, and a plain `node:http` server that streams files with `createReadStream`.
 *
 *   node bench/bare-server.ts FASTIFY_PORT FILES_PORT [FILE ...]
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import fastify from 'fastify';
import { openLog } from '../src/logging/log.ts';

const [fastifyPort, filesPort, ...files] = process.argv.slice(2);

const log = openLog('info');
const app = fastify({ logger: false });
app.addHook(
  'onResponse',
  ({ id: reqId, method, routeOptions: { url: route } }, { statusCode, elapsedTime }, done) => {
    const ms = Math.round(elapsedTime);
    log.info({ reqId, method, route, id: '0000', status: statusCode, ms }, 'request completed');
    done();
  },
);
for (const file of files) {
  const bytes = await readFile(file);
  const type = file.endsWith('.json') ? 'text/json' : 'text/csv';
  app.get(`/${basename(file)}`, (_request, reply) => reply.header('content-type', type).send(bytes));
}
await app.listen({ port: Number(fastifyPort), host: '127.0.0.1' });

createServer((request, response) => {
  const file = new URL(request.url ?? '', 'http://localhost').searchParams.get('file') ?? '';
  createReadStream(file).pipe(response.setHeader('content-type', 'text/csv'));
}).listen(Number(filesPort), '127.0.0.1');
