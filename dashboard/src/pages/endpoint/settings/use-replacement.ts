/** A file on its way to take the place of another: sending, understood, or refused. */
import { useEffect, useRef, useState } from 'react';
import { type Progress, sendFile, type UploadedFile } from '../../../features/uploads/send-file.ts';
import { refusalOf } from '../../../features/uploads/use-new-file.ts';
import { useApi } from '../../../use-api.ts';

type Replacement =
  | { readonly step: 'none' }
  | { readonly step: 'sending'; readonly file: File; readonly progress: Progress }
  | { readonly step: 'failed'; readonly error: Error }
  | { readonly step: 'understood'; readonly uploaded: UploadedFile };

interface UseReplacement {
  readonly state: Replacement;
  readonly send: (file: File) => void;
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
  const send = (file: File): void => {
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
      wanted: { replaces: endpointId },
      signal,
      onProgress: (progress) => show({ step: 'sending', file, progress }),
    }).then(
      (uploaded) => show({ step: 'understood', uploaded }),
      (error: unknown) =>
        show({ step: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    );
  };
  return { state, send, cancel };
}
