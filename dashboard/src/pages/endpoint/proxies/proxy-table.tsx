/** The proxies of an endpoint, known by the beginning of their ids. */
import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import type { MadeProxy } from './revoke-dialog.tsx';

interface ProxyTableProps {
  readonly proxies: readonly MadeProxy[];
  readonly onPreview: (proxy: MadeProxy) => unknown;
  readonly onRevoke: (proxy: MadeProxy) => unknown;
}

export function ProxyTable({ proxies, onPreview, onRevoke }: ProxyTableProps) {
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Proxy</Table.Th>
            <Table.Th>Fixed parameters</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th>Last hit</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {proxies.map((proxy) => (
            <Table.Tr key={proxy.id}>
              <Table.Td ff="monospace">{proxy.hint}…</Table.Td>
              <Table.Td>
                <Parameters parameters={proxy.parameters} />
              </Table.Td>
              <Table.Td>
                <Moment at={proxy.createdAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={proxy.lastHitAt} never="not lately" />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
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
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

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
