/**
 * Several files that were dropped at once: each becomes an endpoint, one after the other. The list outlives the page that
 * began it, so that one can look around meanwhile.
 */
import { useSyncExternalStore } from 'react';
import { type Answer, call } from '../../api-client.ts';
import { type Progress, type ReadingWanted, sendFile, type UploadedFile } from './send-file.ts';

type State =
  | { readonly step: 'waiting' }
  | { readonly step: 'sending'; readonly progress: Progress }
  | { readonly step: 'failed'; readonly error: Error }
  | {
      readonly step: 'done';
      readonly endpoint: Answer<'POST /api/endpoints'>;
      readonly uploaded: UploadedFile;
    };

export interface OneOfMany {
  /** By its place in the list. */
  readonly key: number;
  readonly file: File;
  readonly state: State;
}

/** How a file is read, or why it is not sent at all. */
type Plan = (file: File) => ReadingWanted | Error;

let list: readonly OneOfMany[] = [];
let running = new AbortController();
const listeners = new Set<() => unknown>();

function change(next: readonly OneOfMany[]): void {
  list = next;
  for (const listener of listeners) listener();
}

/** Ends what is left of an earlier list; `onEach` is told of every endpoint. */
export async function beginMany(files: readonly File[], plan: Plan, onEach: () => unknown): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  change(files.map((file, key) => ({ key, file, state: { step: 'waiting' } })));
  for (const [key, file] of files.entries()) {
    const show = (state: State): void => {
      if (!signal.aborted) change(list.map((each) => (each.key === key ? { ...each, state } : each)));
    };
    const wanted = plan(file);
    const state = wanted instanceof Error ? failed(wanted) : await published(file, wanted, signal, show);
    if (signal.aborted) return;
    show(state);
    onEach();
  }
}

async function published(
  file: File,
  wanted: ReadingWanted,
  signal: AbortSignal,
  show: (state: State) => void,
): Promise<State> {
  try {
    const onProgress = (progress: Progress): void => show({ step: 'sending', progress });
    onProgress({ sent: 0, understood: 0 });
    const uploaded = await sendFile({ file, wanted, signal, onProgress });
    const name = file.name.replace(/\.[^.]{1,8}$/, '').slice(0, 200) || file.name;
    const body = { upload: uploaded.upload, name, type: 'csv', fields: null };
    return { step: 'done', endpoint: await call('POST /api/endpoints', { body }), uploaded };
  } catch (error) {
    return failed(error instanceof Error ? error : new Error(String(error)));
  }
}

const failed = (error: Error): State => ({ step: 'failed', error });

/** What is done stays; what is on its way or waits does not come. */
export function cancelMany(): void {
  running.abort();
  change(list.filter(({ state }) => state.step === 'done' || state.step === 'failed'));
}

export function useManyUploads(): readonly OneOfMany[] {
  return useSyncExternalStore(subscribe, () => list);
}

function subscribe(listener: () => unknown): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
