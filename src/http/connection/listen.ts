/** Taking a port: what goes wrong is told with the setting that causes it and what to do (contract 10.3.1). */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from '../../errors/error-code.ts';

/**
 * How many may wait to be accepted, as far as the system allows (`net.core.somaxconn`, 4,096 on Linux). Whoever comes
 * when all places are taken tries again after 1, 3, 7 and 15 s, and may be cut.
 */
export const backlog = 4_096;

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** The setting that the port comes from. */
  readonly variable: 'PORT' | 'METRICS_PORT';
}

/** `listen` takes the port; its failure becomes one that names the setting. */
export async function bindPort<T>(address: Listening, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const problem = problems[errorCode(error)]?.(address);
    throw problem === undefined ? error : new Error(`Setting ${problem}`, { cause: error });
  }
}

/** A port that nobody has. PORT=0 takes it before the start: addresses that the service gives name it. */
export async function freePort(host: string): Promise<number> {
  const server = createServer();
  await bindPort({ host, port: 0, variable: 'PORT' }, async () => {
    server.listen(0, host);
    await once(server, 'listening');
  });
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const unknownHost = ({ host }: Listening): string =>
  `HOST: the name ${host} is not known. Take an address of this machine, or 0.0.0.0 for all.`;

const problems: Readonly<Record<string, (address: Listening) => string>> = {
  EADDRINUSE: ({ variable, host, port }) =>
    `${variable}: port ${port} on ${host} is in use. Stop the program that has it, or set another ${variable}.`,
  EACCES: ({ variable, port }) =>
    `${variable}: this user may not take port ${port}. Set ${variable} to 1024 or more, or give the program CAP_NET_BIND_SERVICE.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: ${host} is not an address of this machine. Take one that is, or 0.0.0.0 for all.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
};
