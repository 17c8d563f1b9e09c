/** The orders of the list of endpoints, by their word in the address. */

export const endpointSorts = [
  { sort: 'created', label: 'Newest first' },
  { sort: 'name', label: 'Name' },
  { sort: 'last hit', label: 'Last used' },
  { sort: 'hits', label: 'Hits this cycle' },
] as const;

export type EndpointSort = (typeof endpointSorts)[number]['sort'];

export const sortWords: readonly EndpointSort[] = endpointSorts.map(({ sort }) => sort);
