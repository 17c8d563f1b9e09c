/** A file on its way to take the place of another, or the file itself with other columns: sending, read, or refused. */
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api-client.ts';
import {
  type Progress,
  type ReadingWanted,
  sendFile,
  type UploadedFile,
} from '../../../features/uploads/send-file.ts';
import { refusalOf } from '../../../features/uploads/use-new-file.ts';
import { useApi } from '../../../use-api.ts';

type Replacement =
  | { readonly step: 'none' }
  | { readonly step: 'sending'; readonly file: File; readonly progress: Progress }
  | { readonly step: 'failed'; readonly error: Error }
  | { readonly step: 'opening' }
  | { readonly step: 'understood'; readonly uploaded: UploadedFile; readonly file: File | undefined };

interface UseReplacement {
  readonly state: Replacement;
  readonly send: (file: File, wanted?: ReadingWanted) => void;
  /** Begins with the file that the endpoint has. */
  readonly open: () => void;
  readonly correct: (uploaded: UploadedFile) => void;
  /** Nothing of it stays. */
  readonly cancel: () => void;
}

export function useReplacement(endpointId: string): UseReplacement {
  const [state, setState] = useState<Replacement>({ step: 'none' });
  const running = useRef(new AbortController());
  const { data: limits } = useApi('GET /api/upload-limits', {});
  useEffect(() => () => running.current.abort(), []);
  const cancel = (): void => {
    running.current.abort();
    setState({ step: 'none' });
  };
  const send = (file: File, wanted: ReadingWanted = {}): void => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const show = (next: Replacement): void => {
      if (!signal.aborted) setState(next);
    };
    const refusal = limits && refusalOf(file, limits.maxBytes);
    if (refusal) {
      show({ step: 'failed', error: refusal });
      return;
    }
    show({ step: 'sending', file, progress: { sent: 0, understood: 0 } });
    sendFile({
      file,
      wanted: { ...wanted, replaces: endpointId },
      signal,
      onProgress: (progress) => show({ step: 'sending', file, progress }),
    }).then(
      (uploaded) => show({ step: 'understood', uploaded, file }),
      (error: unknown) => show(failed(error)),
    );
  };
  const open = (): void => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const show = (next: Replacement): void => {
      if (!signal.aborted) setState(next);
    };
    show({ step: 'opening' });
    call('POST /api/endpoints/:id/file/draft', { params: { id: endpointId } }).then(
      (uploaded) => show({ step: 'understood', uploaded, file: undefined }),
      (error: unknown) => show(failed(error)),
    );
  };
  const correct = (uploaded: UploadedFile): void =>
    setState((now) => (now.step === 'understood' ? { ...now, uploaded } : now));
  return { state, send, open, correct, cancel };
}

function failed(error: unknown): Replacement {
  return { step: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
}
