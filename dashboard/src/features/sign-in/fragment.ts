/** A secret in the fragment of the address: read once, and not kept in the history of the browser. */
import { useEffect, useState } from 'react';

export function useFragment(): string {
  const [fragment] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', `${location.pathname}${location.search}`), []);
  return fragment;
}
