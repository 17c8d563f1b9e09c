/**
 * What is done with whole uploaded files has a thread of its own: one record may have 16 million characters, and whatever
 * is done with so long a text keeps the event loop standing still (contract 8.6.2). The thread is started for the first
 * file and ends when there has been none for a while.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FailedReply, FileOrder, FileWork } from './ingest-worker.ts';

const keptIdleMs = 60_000;

let thread: Worker | undefined;
let working = 0;
let idleEnd: NodeJS.Timeout | undefined;

/** `use` speaks with the thread through the port; it is closed when the thread ends. */
export async function inFileThread<Result>(
  work: FileWork,
  use: (port: MessagePort) => Promise<Result>,
): Promise<Result> {
  clearTimeout(idleEnd);
  working += 1;
  thread ??= startThread();
  const { port1, port2 } = new MessageChannel();
  const order: FileOrder = { ...work, port: port2 };
  thread.postMessage(order, [port2]);
  try {
    return await use(port1);
  } finally {
    port1.close();
    working -= 1;
    if (working === 0) idleEnd = setTimeout(endThread, keptIdleMs).unref();
  }
}

/** The error as it was thrown there. */
export function failed({ message, stack, code }: FailedReply): Error {
  return Object.assign(new Error(message), { stack, ...(code !== '' && { code }) });
}

function startThread(): Worker {
  const worker = new Worker(new URL('./ingest-worker.ts', import.meta.url));
  worker.unref();
  // Those who wait for it are told by their ports.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

function endThread(): void {
  thread?.terminate();
  thread = undefined;
}
