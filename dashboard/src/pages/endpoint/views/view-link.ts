/** Where a view is opened in Build URL, with the version that was seen: who saves over a newer one is told. */
import type { View } from '../../../features/views/view-title.ts';

export function viewSearch({ id, revision, parameters }: View) {
  const query = inAddress(new URLSearchParams({ ...parameters }).toString());
  return { view: id, revision, ...(query !== undefined && { query }) };
}

const longestInAddress = 6_000;

/** Undefined: there is nothing to say, or it is too long to be said. */
export function inAddress(query: string): string | undefined {
  return query === '' || encodeURIComponent(query).length > longestInAddress ? undefined : query;
}
