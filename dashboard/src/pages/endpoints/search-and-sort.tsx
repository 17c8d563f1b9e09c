/** Search, filters and order of the list; all of them live in the address. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { SearchField } from '../../components/search-field.tsx';
import { searchedFor } from '../../search-parameters.ts';
import { sources } from '../../sources.ts';
import { useApi } from '../../use-api.ts';
import {
  type EndpointSearch,
  endpointSearch,
  endpointSorts,
  isFiltered,
  stateFilters,
} from './endpoint-sorts.ts';

const route = getRouteApi('/frame/');

const sourceChoices = Object.entries(sources).map(([value, { label }]) => ({ value, label }));

export function SearchAndSort() {
  const now = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useApi('GET /api/tags', {});
  const change = (changed: { readonly [Key in keyof EndpointSearch]?: string }): void => {
    const { page: _, ...kept } = now;
    // Read with the same care as an address: an empty choice is none.
    void navigate({ search: endpointSearch({ ...kept, ...changed }) });
  };
  const tags = data?.tags ?? [];
  const isTagForeign = now.tag !== undefined && !tags.some(({ tag }) => tag === now.tag);
  return (
    <Group gap="sm">
      <SearchField
        label="Search endpoints by name"
        value={now.search ?? ''}
        onSearch={(text) => navigate({ search: searchedFor(text), replace: true })}
      />
      <NativeSelect
        aria-label="Source"
        value={now.source ?? ''}
        data={[{ value: '', label: 'All sources' }, ...sourceChoices]}
        onChange={({ currentTarget }) => change({ source: currentTarget.value })}
      />
      <NativeSelect
        aria-label="State"
        value={now.state ?? ''}
        data={[{ value: '', label: 'All states' }, ...stateFilters]}
        onChange={({ currentTarget }) => change({ state: currentTarget.value })}
      />
      {(tags.length > 0 || isTagForeign) && (
        <NativeSelect
          aria-label="Tag"
          value={now.tag ?? ''}
          data={[
            { value: '', label: 'All tags' },
            ...(isTagForeign ? [{ value: now.tag ?? '', label: now.tag ?? '' }] : []),
            ...tags.map(({ tag, endpoints }) => ({ value: tag, label: `${tag} (${endpoints})` })),
          ]}
          onChange={({ currentTarget }) => change({ tag: currentTarget.value })}
        />
      )}
      <NativeSelect
        aria-label="Sort by"
        value={now.sort ?? 'created'}
        data={endpointSorts.map(({ sort: value, label }) => ({ value, label }))}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value, direction: '' })}
      />
      {isFiltered(now) && (
        <Button
          variant="default"
          onClick={() => navigate({ search: now.sort === undefined ? {} : { sort: now.sort } })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}
