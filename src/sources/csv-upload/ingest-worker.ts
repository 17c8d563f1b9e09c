/** The thread in which uploaded files are read; several at a time take turns in it. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../base/operating-system.ts';
import { errorCode } from '../../errors/error-code.ts';
import { RefusedError } from '../../errors/refused-error.ts';
import { type CsvOptions, type IngestedCsv, ingestCsv } from './ingest.ts';
import type { CsvLimits } from './limits.ts';

/** One file to be read; everything more of it comes and goes through `port`. */
export interface IngestOrder {
  readonly folder: string;
  readonly limits: CsvLimits;
  readonly options: CsvOptions;
  readonly port: MessagePort;
}

/** What is asked for with `more`: the next bytes, that there are none, or that no more can be had. */
export type IngestInput = Uint8Array | 'end' | 'broken';

export type IngestReply =
  | { readonly kind: 'more' }
  | { readonly kind: 'ingested'; readonly ingested: IngestedCsv }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string; readonly code: string };

lowerPriority('thread');
parentPort?.on('message', (order: IngestOrder) => void ingest(order));

async function ingest({ folder, limits, options, port }: IngestOrder): Promise<void> {
  const reply = (message: IngestReply): void => port.postMessage(message);
  try {
    const ingested = await ingestCsv(input(port), folder, limits, options);
    reply({ kind: 'ingested', ingested });
  } catch (error) {
    reply(failureOf(error));
  }
  port.close();
}

async function* input(port: MessagePort): AsyncGenerator<Uint8Array> {
  let take: (next: IngestInput) => void = () => {};
  port.on('message', (next: IngestInput) => take(next));
  port.on('close', () => take('broken'));
  const more: IngestReply = { kind: 'more' };
  for (;;) {
    const asked = Promise.withResolvers<IngestInput>();
    take = asked.resolve;
    port.postMessage(more);
    const next = await asked.promise;
    if (next === 'end') return;
    if (next === 'broken') throw new Error('the file has not come to its end');
    yield next;
  }
}

function failureOf(error: unknown): IngestReply {
  if (error instanceof RefusedError) return { kind: 'refused', message: error.message };
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack, code: errorCode(error) };
}
