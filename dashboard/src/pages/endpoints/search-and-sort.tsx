/** Search and order of the list; both live in the address. */
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { searchMark } from '../../parts/keys-dialog.tsx';
import { type EndpointSort, endpointSorts } from './endpoint-sorts.ts';

const route = getRouteApi('/frame/');
const settledMs = 250;

interface SearchAndSortProps {
  readonly search: string;
  readonly sort: EndpointSort;
}

export function SearchAndSort({ search, sort }: SearchAndSortProps) {
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  // Cleared elsewhere, or the way back in the history.
  useEffect(() => setTyped(search), [search]);
  const look = useDebouncedCallback(
    (text: string) =>
      void navigate({
        search: { sort, ...(text && { search: text }) },
        replace: true,
      }),
    settledMs,
  );
  return (
    <Group gap="sm">
      <TextInput
        {...searchMark}
        type="search"
        aria-label="Search endpoints by name"
        placeholder="Search by name"
        leftSection={<IconSearch size={16} />}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          look(currentTarget.value.trim());
        }}
        flex="1 1 180px"
        maw={360}
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
