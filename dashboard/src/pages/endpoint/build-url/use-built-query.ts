/**
 * The parameters that are built: from the address of the page, which a colleague may have sent, else from the view that
 * is open, else as the browser has kept them. The address follows every change, unless it would be too long for the service.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../../drafts.ts';
import type { Query } from '../../../features/urls/url-of.ts';
import type { View } from '../../../features/views/view-title.ts';
import { inAddress } from '../views/view-link.ts';
import { checkQuery } from './url-query.ts';

const route = getRouteApi('/frame/endpoints/$id/');
const noQuery: Query = [];
const settledMs = 400;
/** Where the browser keeps what is built. */
export const draftKey = (id: string): string => `build-url:${id}`;

export function useBuiltQuery(
  id: string,
  view: View | undefined,
): readonly [query: Query, change: (query: Query) => void] {
  const { query: written } = route.useSearch();
  const navigate = useNavigate();
  const key = draftKey(id);
  const [query, setQuery] = useState(
    () =>
      (written !== undefined && readWritten(written)) ||
      (view ? Object.entries(view.parameters) : readDraft(key, checkQuery)) ||
      noQuery,
  );
  const isOfView = view !== undefined;
  const [settled] = useDebouncedValue(query, settledMs);
  useEffect(() => {
    const next = writtenQuery(settled);
    if (next !== written)
      void navigate({
        to: '/endpoints/$id',
        params: { id },
        search: ({ query: _, ...others }) => (next === undefined ? others : { ...others, query: next }),
        replace: true,
        resetScroll: false,
      });
  }, [settled, written, id, navigate]);
  const change = useCallback(
    (next: Query) => {
      setQuery(next);
      if (!isOfView) writeDraft(key, next);
    },
    [key, isOfView],
  );
  return [query, change];
}

function readWritten(written: string): Query {
  return [...new URLSearchParams(written)];
}

/** Undefined: there is nothing to say, or it is too long to be said. */
function writtenQuery(query: Query): string | undefined {
  const text = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return inAddress(text);
}
