/**
 * A small web server for browser tests: each address gives what the test says, and every request is remembered.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface PageServer extends AsyncDisposable {
  readonly origin: string;
  /** Method and address of every request, in order. */
  readonly requests: string[];
}

export async function startPageServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
