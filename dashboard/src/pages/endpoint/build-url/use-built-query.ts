/**
 * The parameters that are built: from the address of the page, which a colleague may have sent, else as the browser has
 * kept them. The address follows every change, unless it would be too long for the service.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../../drafts.ts';
import { checkQuery, type Query } from './url-query.ts';

const route = getRouteApi('/frame/endpoints/$id/');
const noQuery: Query = [];
const settledMs = 400;
const longestAddress = 6_000;

export function useBuiltQuery(id: string): readonly [query: Query, change: (query: Query) => void] {
  const { query: written } = route.useSearch();
  const navigate = useNavigate();
  const key = `build-url:${id}`;
  const [query, setQuery] = useState(
    () => (written === undefined ? readDraft(key, checkQuery) : readWritten(written)) ?? noQuery,
  );
  const [settled] = useDebouncedValue(query, settledMs);
  useEffect(() => {
    const next = writtenQuery(settled);
    if (next !== written)
      void navigate({
        to: '/endpoints/$id',
        params: { id },
        search: next === undefined ? {} : { query: next },
        replace: true,
        resetScroll: false,
      });
  }, [settled, written, id, navigate]);
  const change = useCallback(
    (next: Query) => {
      setQuery(next);
      writeDraft(key, next);
    },
    [key],
  );
  return [query, change];
}

function readWritten(written: string): Query {
  return [...new URLSearchParams(written)];
}

/** Undefined: there is nothing to say, or it is too long to be said. */
function writtenQuery(query: Query): string | undefined {
  const text = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return text === '' || encodeURIComponent(text).length > longestAddress ? undefined : text;
}
