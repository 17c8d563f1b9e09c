/** Chooses one of the account's endpoints, searched by the service. */
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApi } from '../../use-api.ts';

interface EndpointFieldProps extends Omit<SelectProps, 'data' | 'value'> {
  readonly value: string;
}

export function EndpointField({ value, ...props }: EndpointFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const chosen = useApi('GET /api/endpoints/:id', { params: { id: value } }, { enabled: value !== '' });
  const chosenName = value !== '' && chosen.data?.id === value ? chosen.data.name : undefined;
  const query = { search: search === chosenName ? '' : search.slice(0, 200), sort: 'name' } as const;
  const found = useApi('GET /api/endpoints', { query });
  const options = new Map(found.data?.endpoints.map(({ id, name }) => [id, name]));
  if (chosenName !== undefined) options.set(value, chosenName);
  return (
    <Select
      label="Endpoint"
      placeholder="Search by name"
      searchable
      allowDeselect={false}
      nothingFoundMessage={
        found.data?.total === 0 && search === '' ? 'There is no endpoint yet' : 'No endpoint has this name'
      }
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      // The service has searched.
      filter={({ options: all }) => all}
      maxDropdownHeight={280}
      {...props}
      value={options.has(value) ? value : null}
      onSearchChange={setTyped}
    />
  );
}
