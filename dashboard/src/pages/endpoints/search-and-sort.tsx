/** Search and order of the list; both live in the address. */
import { Group, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { SearchField } from '../../components/search-field.tsx';
import { type EndpointSort, endpointSorts } from './endpoint-sorts.ts';

const route = getRouteApi('/frame/');

interface SearchAndSortProps {
  readonly search: string;
  readonly sort: EndpointSort;
}

export function SearchAndSort({ search, sort }: SearchAndSortProps) {
  const navigate = route.useNavigate();
  return (
    <Group gap="sm">
      <SearchField
        label="Search endpoints by name"
        value={search}
        onSearch={(text) => navigate({ search: { sort, ...(text && { search: text }) }, replace: true })}
      />
      <NativeSelect
        aria-label="Sort by"
        value={sort}
        data={endpointSorts.map(({ sort: value, label }) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          const chosen = endpointSorts.find((each) => each.sort === currentTarget.value)?.sort ?? 'created';
          void navigate({ search: { sort: chosen, ...(search && { search }) } });
        }}
      />
    </Group>
  );
}
