/** A way to PostgreSQL that cuts the connection at the commit of a transaction: before it arrives, or its answer. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Cut = 'before' | 'after';

export interface CommitCutter extends AsyncDisposable {
  /** The same database by the way that can be cut. */
  readonly url: string;
  /** Cuts at one commit, once `skip` of them have passed. */
  cutNext(cut: Cut, skip?: number): void;
  /** Whether the cut has been made. */
  readonly isDone: boolean;
  /** No way leads to the database from the cut on, until it is healed. */
  refuseAfterCut: boolean;
  heal(): void;
}

const commit = Buffer.from('commit\0');

export async function cutCommitsTo(databaseUrl: string): Promise<CommitCutter> {
  const target = new URL(databaseUrl);
  let wanted: { cut: Cut; skip: number } | undefined;
  let isRefusing = false;
  const listener = createServer((client) => {
    client.on('error', () => {});
    if (isRefusing) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname).on('error', () => {});
    let isAnswerCut = false;
    const cutOff = (): void => {
      wanted = undefined;
      isRefusing = cutter.refuseAfterCut;
      end(client, server);
    };
    client.on('data', (bytes: Buffer) => {
      if (wanted && bytes.includes(commit) && wanted.skip-- === 0) {
        if (wanted.cut === 'before') return cutOff();
        isAnswerCut = true;
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (isAnswerCut) cutOff();
      else client.write(bytes);
    });
    client.on('close', () => end(client, server));
    server.on('close', () => end(client, server));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  const cutter: CommitCutter = {
    url: url.href,
    refuseAfterCut: false,
    cutNext: (cut, skip = 0) => {
      wanted = { cut, skip };
    },
    get isDone() {
      return wanted === undefined;
    },
    heal: () => {
      isRefusing = false;
    },
    [Symbol.asyncDispose]: async () => {
      listener.close();
    },
  };
  return cutter;
}

function end(...sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}
