/** The orders and filters of the list of endpoints, by their words in the address. */
import { pageIn, type Search, textIn, wordIn } from '../../search-parameters.ts';
import type { sources } from '../../sources.ts';

export const endpointSorts = [
  { sort: 'created', label: 'Newest first' },
  { sort: 'name', label: 'Name' },
  { sort: 'source', label: 'Source' },
  { sort: 'format', label: 'Format' },
  { sort: 'last hit', label: 'Last request' },
  { sort: 'hits', label: 'Requests this cycle' },
  { sort: 'state', label: 'State' },
] as const;

export type EndpointSort = (typeof endpointSorts)[number]['sort'];
type Direction = 'asc' | 'desc';

/** As the service sorts when the address says no direction. */
export const usualDirection = (sort: EndpointSort): Direction =>
  sort === 'created' || sort === 'last hit' || sort === 'hits' ? 'desc' : 'asc';

export const stateFilters = [
  { value: 'working', label: 'Working' },
  { value: 'source changed', label: 'Source changed' },
  { value: 'connection stopped', label: 'Connection stopped' },
  { value: 'failing', label: 'Failing' },
  { value: 'paused', label: 'Paused' },
] as const;

export type StateFilter = (typeof stateFilters)[number]['value'];
export type SourceFilter = keyof typeof sources;

const sourceWords: readonly SourceFilter[] = ['csv_upload', 'airtable', 'notion', 'google_sheets'];

export interface EndpointSearch {
  search?: string;
  source?: SourceFilter;
  state?: StateFilter;
  tag?: string;
  sort?: EndpointSort;
  direction?: Direction;
  page?: number;
}

const longestTag = 50;

export function endpointSearch(search: Search): EndpointSearch {
  const { tag } = textIn(search, 'tag');
  return {
    ...textIn(search, 'search'),
    ...wordIn(search, 'source', sourceWords),
    ...wordIn(
      search,
      'state',
      stateFilters.map(({ value }) => value),
    ),
    ...(tag !== undefined && tag.trim() !== '' && tag.length <= longestTag && { tag }),
    ...wordIn(
      search,
      'sort',
      endpointSorts.map(({ sort }) => sort),
    ),
    ...wordIn(search, 'direction', ['asc', 'desc'] as const),
    ...pageIn(search),
  };
}

/** What narrows the list; without any of it an empty list means that there is no endpoint. */
export const isFiltered = ({ search, source, state, tag }: EndpointSearch): boolean =>
  [search, source, state, tag].some((each) => each !== undefined && each !== '');

/** From the first page of the list so sorted; a second click on the same column turns it round. */
export function sortedBy(now: EndpointSearch, sort: EndpointSort): EndpointSearch {
  const { page: _, direction: before, sort: sortBefore = 'created', ...rest } = now;
  const isSame = sortBefore === sort;
  const direction = isSame ? (before ?? usualDirection(sort)) : undefined;
  return { ...rest, sort, ...(direction && { direction: direction === 'asc' ? 'desc' : 'asc' }) };
}
