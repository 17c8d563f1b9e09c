/** Where a view is opened in Build URL, with the version that was seen: who saves over a newer one is told. */
import type { View } from '../../../features/views/view-title.ts';

export function viewSearch({ id, revision, parameters }: View) {
  const query = new URLSearchParams({ ...parameters }).toString();
  const isShort = encodeURIComponent(query).length <= longestInAddress;
  return { view: id, revision, ...(query !== '' && isShort && { query }) };
}

export const longestInAddress = 6_000;
