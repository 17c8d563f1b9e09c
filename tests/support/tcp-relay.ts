/** A way to a server that a test can cut and mend: connections are passed on until then. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpRelay extends AsyncDisposable {
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function startRelay(target: { host: string; port: number }): Promise<TcpRelay> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    const onward = keep(connect(target.port, target.host));
    keep(client).pipe(onward).pipe(client);
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { port, cut, mend: () => listen(port), [Symbol.asyncDispose]: cut };
}
