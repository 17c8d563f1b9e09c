/** A receiver of webhooks that remembers what arrived, and answers as the test says. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

const listeningPort = z.object({ port: z.number() });

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Path and body of everything that arrived. */
  readonly got: { readonly path: string; readonly body: string }[];
  /** The status of its answers, which may take their time. */
  answer: (path: string) => number | Promise<number>;
}

export async function startReceiver(): Promise<Receiver> {
  const got: Receiver['got'] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const path = request.url ?? '';
    got.push({ path, body });
    response.writeHead(await receiver.answer(path)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = listeningPort.parse(server.address()).port;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    got,
    answer: () => 204,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
