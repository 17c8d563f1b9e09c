/**
 * The file that is being uploaded, or was last. It outlives the page that began it, so that the pages of a new endpoint
 * can be left and come back to; the file itself stays at hand to be read otherwise.
 */
import { useSyncExternalStore } from 'react';
import { call } from '../../api-client.ts';
import { type Progress, type ReadingWanted, sendFile, type UploadedFile } from './send-file.ts';

export type CurrentUpload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly file: File; readonly progress: Progress }
  | { readonly state: 'failed'; readonly file: File; readonly error: Error; readonly canGoBack: boolean }
  | { readonly state: 'done'; readonly file: File; readonly uploaded: UploadedFile };

const none: CurrentUpload = { state: 'none' };

let current: CurrentUpload = none;
let running = new AbortController();
/** How the same file was read before. */
let before: CurrentUpload = none;
const listeners = new Set<() => unknown>();

function change(next: CurrentUpload): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Ends an earlier one that is still on its way. */
export function beginUpload(file: File, wanted: ReadingWanted = {}): void {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  before = current.state === 'done' && current.file === file ? current : none;
  change({ state: 'sending', file, progress: { sent: 0, understood: 0 } });
  const onProgress = (progress: Progress): void => {
    if (!signal.aborted) change({ state: 'sending', file, progress });
  };
  sendFile({ file, wanted, signal, onProgress }).then(
    (uploaded) => {
      if (signal.aborted) return;
      if (before.state === 'done') discard(before.uploaded);
      change({ state: 'done', file, uploaded });
    },
    (error: unknown) => {
      if (!signal.aborted) failUpload(file, error instanceof Error ? error : new Error(String(error)));
    },
  );
}

export function failUpload(file: File, error: Error): void {
  running.abort();
  change({ state: 'failed', file, error, canGoBack: before.state === 'done' });
}

/** The service has read the same file otherwise. */
export function correctUpload(uploaded: UploadedFile): void {
  if (current.state === 'done') change({ ...current, uploaded });
}

/** Nothing of it stays; what the same file was before does. */
export function cancelUpload(): void {
  running.abort();
  change(before);
  before = none;
}

export function forgetUpload(): void {
  running.abort();
  before = none;
  change(none);
}

/** If it cannot be done now, the service does it in an hour. */
export function discard({ upload }: Pick<UploadedFile, 'upload'>): void {
  call('DELETE /api/uploads/:id', { params: { id: upload } }).catch(() => {});
}

export function useCurrentUpload(): CurrentUpload {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => unknown): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
