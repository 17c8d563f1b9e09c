/** A file is read in the thread of files, which is handed its bytes piece by piece. */
import type { MessagePort } from 'node:worker_threads';
import { inputRefused } from '../../errors/refused-error.ts';
import { failed, inFileThread } from './file-thread.ts';
import type { CsvOptions, IngestedCsv } from './ingest.ts';
import type { IngestInput, IngestReply } from './ingest-worker.ts';
import type { CsvLimits } from './limits.ts';

const pieceBytes = 128 * 1024;

/** As `ingestCsv`; what `input` throws is thrown. */
export async function ingestInThread(
  input: AsyncIterable<Uint8Array>,
  folder: string,
  limits: CsvLimits,
  options: CsvOptions,
): Promise<IngestedCsv> {
  const order = { kind: 'ingest', folder, limits, options } as const;
  return inFileThread(order, (port) => served(port, input));
}

/** Hands over pieces as they are asked for, until the thread has done with the file. */
async function served(port: MessagePort, input: AsyncIterable<Uint8Array>): Promise<IngestedCsv> {
  const pieces = inPieces(input);
  const broken: { error?: unknown } = {};
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<IngestReply, { kind: 'more' }>>();
  port.on('message', async (reply: IngestReply) => {
    if (reply.kind !== 'more') return resolve(reply);
    try {
      const { value, done } = await pieces.next();
      if (done) send(port, 'end');
      else send(port, value, [value.buffer]);
    } catch (error) {
      broken.error = error;
      send(port, 'broken');
    }
  });
  port.on('close', () => {
    pieces.return(undefined).catch(() => {});
    reject(new Error('the thread that reads files has ended'));
  });
  const reply = await promise;
  await pieces.return(undefined);
  if ('error' in broken) throw broken.error;
  return outcome(reply);
}

function send(port: MessagePort, next: IngestInput, transferred: ArrayBuffer[] = []): void {
  port.postMessage(next, transferred);
}

function outcome(reply: Exclude<IngestReply, { kind: 'more' }>): IngestedCsv {
  if (reply.kind === 'ingested') return reply.ingested;
  if (reply.kind === 'refused') throw inputRefused(reply.message);
  throw failed(reply);
}

/** Copied into pieces that can be handed over: what arrives may be a part of something larger. */
async function* inPieces(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const bytes of input) {
    for (let at = 0; at < bytes.byteLength; ) {
      const part = bytes.subarray(at, at + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      at += part.byteLength;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
