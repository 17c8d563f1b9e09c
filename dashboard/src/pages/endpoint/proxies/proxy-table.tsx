/** The proxies of an endpoint, known by the beginning of their ids. */
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import type { MadeProxy } from './revoke-dialog.tsx';

interface ProxyTableProps {
  readonly proxies: readonly MadeProxy[];
  readonly onPreview: (proxy: MadeProxy) => unknown;
  readonly onRevoke: (proxy: MadeProxy) => unknown;
}

export function ProxyTable({ proxies, onPreview, onRevoke }: ProxyTableProps) {
  const actions: DataColumn<MadeProxy> = {
    label: 'Actions',
    kind: 'action',
    cell: (proxy) => (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          aria-label={`Preview the proxy ${proxy.hint}`}
          onClick={() => onPreview(proxy)}
        >
          Preview
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`Revoke the proxy ${proxy.hint}`}
          onClick={() => onRevoke(proxy)}
        >
          Revoke
        </Button>
      </Group>
    ),
  };
  return <DataTable label="Proxies" minWidth={620} columns={[...facts, actions]} rows={proxies} />;
}

const facts: readonly DataColumn<MadeProxy>[] = [
  {
    label: 'Proxy',
    cell: ({ hint }) => (
      <Text span inherit ff="monospace">
        {hint}…
      </Text>
    ),
  },
  { label: 'Fixed parameters', cell: ({ parameters }) => <Parameters parameters={parameters} /> },
  { label: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'Last used', cell: ({ lastHitAt }) => <Moment at={lastHitAt} never="never" /> },
];

function Parameters({ parameters }: Pick<MadeProxy, 'parameters'>) {
  const entries = Object.entries(parameters);
  if (entries.length === 0)
    return (
      <Text inherit c="dimmed">
        none
      </Text>
    );
  return (
    <Stack gap={2} align="flex-start">
      {entries.map(([name, value]) => (
        <Code key={name} className="address">
          {name}={value}
        </Code>
      ))}
    </Stack>
  );
}
