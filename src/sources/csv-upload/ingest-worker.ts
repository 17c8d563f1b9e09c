/** The thread in which uploaded files are read and profiled; several at a time take turns in it. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../base/operating-system.ts';
import { errorCode } from '../../errors/error-code.ts';
import { RefusedError } from '../../errors/refused-error.ts';
import { profileTable } from '../../table/profile/profile-table.ts';
import { profiledColumns, type TableProfile } from '../../table/profile/table-profile.ts';
import { folderTable, readDescription } from '../../table/stored/table-reader.ts';
import { type CsvOptions, type IngestedCsv, ingestCsv } from './ingest.ts';
import type { CsvLimits } from './limits.ts';

/** What can be done with a file; everything more of it comes and goes through `port`. */
export type FileWork =
  | {
      readonly kind: 'ingest';
      readonly folder: string;
      readonly limits: CsvLimits;
      readonly options: CsvOptions;
    }
  | { readonly kind: 'profile'; readonly folder: string };

export type FileOrder = FileWork & { readonly port: MessagePort };

/** What is asked for with `more`: the next bytes, that there are none, or that no more can be had. */
export type IngestInput = Uint8Array | 'end' | 'broken';

export type IngestReply =
  | { readonly kind: 'more' }
  | { readonly kind: 'ingested'; readonly ingested: IngestedCsv }
  | { readonly kind: 'refused'; readonly message: string }
  | FailedReply;

export type ProfileReply = { readonly kind: 'profiled'; readonly profile: TableProfile } | FailedReply;

export interface FailedReply {
  readonly kind: 'failed';
  readonly message: string;
  readonly stack: string;
  readonly code: string;
}

lowerPriority('thread');
parentPort?.on('message', async (order: FileOrder) => {
  order.port.postMessage(order.kind === 'ingest' ? await ingested(order) : await profiled(order));
  order.port.close();
});

type OrderOf<Kind> = Extract<FileOrder, { readonly kind: Kind }>;

async function ingested({ folder, limits, options, port }: OrderOf<'ingest'>): Promise<IngestReply> {
  try {
    return { kind: 'ingested', ingested: await ingestCsv(input(port), folder, limits, options) };
  } catch (error) {
    return error instanceof RefusedError ? { kind: 'refused', message: error.message } : failureOf(error);
  }
}

async function profiled({ folder }: OrderOf<'profile'>): Promise<ProfileReply> {
  try {
    const description = await readDescription(folder);
    const picked = [...description.columns.keys()].slice(0, profiledColumns);
    const profile = await profileTable(folderTable(folder, description, { picked }));
    return { kind: 'profiled', profile };
  } catch (error) {
    return failureOf(error);
  }
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

function failureOf(error: unknown): FailedReply {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack, code: errorCode(error) };
}
