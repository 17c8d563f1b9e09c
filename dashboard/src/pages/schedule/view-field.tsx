/** Chooses one of the views of the endpoint, or none: then the parameters alone say what is exported. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { viewTitle } from '../../features/views/view-title.ts';
import { useApi } from '../../use-api.ts';

interface ViewFieldProps extends Omit<NativeSelectProps, 'data' | 'value'> {
  readonly endpointId: string;
  readonly value: string;
}

export function ViewField({ endpointId, value, ...props }: ViewFieldProps) {
  const hasEndpoint = endpointId !== '';
  const input = { params: { id: endpointId }, query: { page: 1 } };
  const listed = useApi('GET /api/endpoints/:id/proxies', input, { enabled: hasEndpoint });
  const views = hasEndpoint ? (listed.data?.proxies ?? []) : [];
  // One that is chosen may be on a further page.
  const isListed = value === '' || views.some(({ id }) => id === value);
  const other = useApi('GET /api/proxies/:id', { params: { id: value } }, { enabled: !isListed });
  const chosen = !isListed && other.data?.id === value ? [other.data] : [];
  const options = [...views, ...chosen].map((view) => ({ value: view.id, label: viewTitle(view) }));
  return (
    <NativeSelect
      label="View"
      description="What it saves: one of the endpoint's views, or the whole table."
      data={[
        { value: '', label: 'The whole table' },
        ...options,
        ...(isListed || chosen.length > 0 ? [] : [{ value, label: 'A view that was deleted' }]),
      ]}
      disabled={!hasEndpoint}
      {...props}
      value={value}
    />
  );
}
