/** Runs previews: a new one ends the one before it, here and in the service; each result knows what it was asked with. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Answer, call } from '../../../api-client.ts';
import type { Query } from '../../../features/urls/url-of.ts';
import { queries } from '../../../queries.ts';
import { parametersOf } from './url-query.ts';

type Preview = Answer<'POST /api/endpoints/:id/preview'>;

interface PreviewState {
  readonly isRunning: boolean;
  /** The last one that succeeded. */
  readonly shown?: { readonly of: Query; readonly answer: Preview; readonly rows: number };
  /** Present if what was run after that failed; `wasAsked`: a person ran it, it did not run by itself. */
  readonly failed?: { readonly of: Query; readonly error: Error; readonly wasAsked: boolean };
}

export interface RunningPreview extends PreviewState {
  /** Because a person wants it now, unless `wasAsked` is false. */
  run(query: Query, rows?: number, wasAsked?: boolean): void;
  /** Unless exactly that was run last. */
  runOnce(query: Query): void;
}

export const firstRows = 10;
export const mostRows = 100;

export function usePreview(id: string): RunningPreview {
  const [state, setState] = useState<PreviewState>({ isRunning: false });
  const running = useRef<AbortController>(undefined);
  const asked = useRef<Query>(undefined);
  const run = useCallback(
    (of: Query, rows = firstRows, wasAsked = true) => {
      running.current?.abort();
      asked.current = of;
      const controller = new AbortController();
      running.current = controller;
      setState((before) => ({ ...before, isRunning: true }));
      const end = (change: (before: PreviewState) => PreviewState): void => {
        if (controller.signal.aborted) return;
        setState(change);
        // A preview tells what requests get.
        void queries.invalidateQueries({ queryKey: ['GET /api/endpoints/:id'] });
      };
      call(
        'POST /api/endpoints/:id/preview',
        { params: { id }, body: { parameters: parametersOf(of), rows } },
        controller.signal,
      ).then(
        (answer) => end(() => ({ isRunning: false, shown: { of, answer, rows } })),
        (error: Error) =>
          end(({ shown }) => ({
            isRunning: false,
            ...(shown && { shown }),
            failed: { of, error, wasAsked },
          })),
      );
    },
    [id],
  );
  const runOnce = useCallback(
    (of: Query) => {
      if (asked.current !== of) run(of, firstRows, false);
    },
    [run],
  );
  useEffect(
    () => () => {
      running.current?.abort();
      asked.current = undefined;
    },
    [],
  );
  return { ...state, run, runOnce };
}
