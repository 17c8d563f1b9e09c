/**
 * A network between the service and PostgreSQL that can fail: it refuses, resets, delays, or swallows what is sent
 * and says nothing. A connection that was swallowed once stays so, as one whose other end is gone without a word.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export const networkFaults = ['refuse', 'reset', 'swallow', 'delay'] as const;
export type NetworkFault = (typeof networkFaults)[number];

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on, for open connections too. */
  begin(fault: NetworkFault): Promise<void>;
  /** New connections work. */
  heal(): Promise<void>;
}

const delayMs = 400;

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  isSwallowed: boolean;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let fault: NetworkFault | undefined;
  const links = new Set<Link>();
  const listener = createServer((client) => accept(client));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  function accept(client: Socket): void {
    client.on('error', () => undefined);
    if (fault === 'reset') {
      client.resetAndDestroy();
      return;
    }
    const server = connect(targetPort, '127.0.0.1');
    const link = { client, server, isSwallowed: fault === 'swallow' };
    links.add(link);
    carry(link, client, server);
    carry(link, server, client);
  }

  function carry(link: Link, from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      if (link.isSwallowed) return;
      from.pause();
      const pass = (): void => {
        if (!to.destroyed && !link.isSwallowed) to.write(bytes);
        from.resume();
      };
      if (fault === 'delay') setTimeout(pass, delayMs);
      else pass();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      if (link.isSwallowed && from === link.server) return;
      links.delete(link);
      to.destroy();
    });
  }

  return {
    port,
    begin: async (begun) => {
      fault = begun;
      if (begun === 'swallow') for (const link of links) link.isSwallowed = true;
      if (begun === 'reset' || begun === 'refuse') {
        for (const { client, server } of links) {
          client.resetAndDestroy();
          server.destroy();
        }
      }
      if (begun === 'refuse') listener.close();
    },
    heal: async () => {
      const wasRefusing = fault === 'refuse';
      fault = undefined;
      if (!wasRefusing) return;
      listener.listen(port, '127.0.0.1');
      await once(listener, 'listening');
    },
    [Symbol.asyncDispose]: async () => {
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      listener.close();
    },
  };
}
