/**
 * A port that nobody listens on at the moment, below those that the system gives to outgoing connections: one of these
 * may be taken again before a service has begun to listen on it.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const first = 10_000;
const end = 32_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (end - first));
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
