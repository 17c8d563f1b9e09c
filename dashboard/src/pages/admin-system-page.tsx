/** The service's own checks, for administrators: what was found, what it means, what to do. */
import { Button, Group, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import type { Answer } from '../api-client.ts';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { WideTable } from '../components/wide-table.tsx';
import { useApi } from '../use-api.ts';

type Check = Answer<'GET /api/administrator/system'>['checks'][number];

export function AdminSystemPage() {
  const system = useApi('GET /api/administrator/system', {});
  return (
    <Page
      title="System"
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={system.isFetching}
          onClick={() => system.refetch()}
        >
          Check again
        </Button>
      }
    >
      <Panel query={system} failed="The checks could not be made" height={420}>
        {({ checks }) => (
          <WideTable label="Checks" minWidth={320}>
            <Table verticalSpacing={8} horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Check</Table.Th>
                  <Table.Th>Found</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {checks.map((check) => (
                  <Table.Tr key={check.name}>
                    <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
                      {check.name}
                      <CheckState state={check.state} />
                    </Table.Th>
                    <Table.Td maw={640} className="breaking" style={{ verticalAlign: 'top' }}>
                      <Text size="sm">{check.found}</Text>
                      {check.advice !== null && (
                        <Text size="sm" c="dimmed">
                          {check.advice}
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </WideTable>
        )}
      </Panel>
    </Page>
  );
}

const signs = {
  ok: { icon: IconCheck, colour: 'var(--mantine-color-text)' },
  warning: { icon: IconAlertTriangle, colour: 'var(--mantine-color-text)' },
  wrong: { icon: IconX, colour: 'var(--mantine-color-error)' },
} as const;

function CheckState({ state }: Pick<Check, 'state'>) {
  const { icon: Icon, colour } = signs[state];
  return (
    <Group gap={6} wrap="nowrap" c={colour} fw={400}>
      <Icon size={16} aria-hidden />
      {state}
    </Group>
  );
}
