/** The endpoints of one page: a table, and cards on a phone. */
import { Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { formatLabel } from '../../format-choices.ts';
import { countText, numberText } from '../../formats.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { sourceOf } from '../../sources.ts';
import { EndpointState, type ListedEndpoint } from './endpoint-state.tsx';

interface EndpointListProps {
  readonly endpoints: readonly ListedEndpoint[];
}

/** Not rendered again while somebody types into the search. */
export const EndpointList = memo(({ endpoints }: EndpointListProps) => {
  const isPhone = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  return isPhone ? <Cards endpoints={endpoints} /> : <Rows endpoints={endpoints} />;
});

function Rows({ endpoints }: EndpointListProps) {
  return (
    <Table verticalSpacing={6} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Source</Table.Th>
          <Table.Th>Format</Table.Th>
          <Table.Th>Last hit</Table.Th>
          <Table.Th className="numbers">Hits this cycle</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Address</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {endpoints.map((endpoint) => (
          <Table.Tr key={endpoint.id}>
            <Table.Td maw={320}>
              <Name endpoint={endpoint} />
            </Table.Td>
            <Table.Td maw={220}>
              <SourceName endpoint={endpoint} />
            </Table.Td>
            <Table.Td>{formatLabel(endpoint.type)}</Table.Td>
            <Table.Td>
              <Moment at={endpoint.lastHitAt} />
            </Table.Td>
            <Table.Td className="numbers">{numberText(endpoint.hitsThisCycle)}</Table.Td>
            <Table.Td>
              <EndpointState {...endpoint} />
            </Table.Td>
            <Table.Td>
              <CopyAddress endpoint={endpoint} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ endpoints }: EndpointListProps) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0}>
      {endpoints.map((endpoint) => (
        <Paper key={endpoint.id} withBorder p="sm" component="li" style={{ listStyle: 'none' }}>
          <Stack gap={6}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Name endpoint={endpoint} />
              <CopyAddress endpoint={endpoint} />
            </Group>
            <Group gap="md" c="dimmed" fz="sm">
              <SourceName endpoint={endpoint} />
              <span>{formatLabel(endpoint.type)}</span>
            </Group>
            <Group gap="md" fz="sm">
              <EndpointState {...endpoint} />
              <Text span inherit c="dimmed">
                {countText(endpoint.hitsThisCycle, 'hit', 'hits')} this cycle, last{' '}
                <Moment at={endpoint.lastHitAt} />
              </Text>
            </Group>
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

interface EndpointProps {
  readonly endpoint: ListedEndpoint;
}

function Name({ endpoint: { id, name, isProtected } }: EndpointProps) {
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <TextLink to="/endpoints/$id" params={{ id }} fw={600} truncate title={name} lh="24px" preload={false}>
        {name}
      </TextLink>
      {isProtected && <IconLock size={16} role="img" aria-label="Needs a token" style={{ flexShrink: 0 }} />}
    </Group>
  );
}

function SourceName({ endpoint: { source, table } }: EndpointProps) {
  const { label, icon: Icon } = sourceOf(source);
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Icon size={18} stroke={1.6} role="img" aria-label={label} style={{ flexShrink: 0 }} />
      <Text span inherit truncate title={table}>
        {table === '' ? label : table}
      </Text>
    </Group>
  );
}

function CopyAddress({ endpoint: { name, url } }: EndpointProps) {
  return <CopyButton text={url} what={`Copy the address of ${name}`} style={{ flexShrink: 0 }} />;
}
