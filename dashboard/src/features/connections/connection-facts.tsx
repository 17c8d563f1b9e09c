/** What is known of a connection, and a way to ask the platform now. */
import { Button, Group, Stack, Table } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { Moment } from '../../components/moment.tsx';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import { type ConnectionAnswer, ConnectionState } from './connection-state.tsx';

export function ConnectionFacts({ connection }: { readonly connection: ConnectionAnswer }) {
  const { id, platformName, account, state, checkedAt, createdAt } = connection;
  const check = useChange('POST /api/connections/:id/check', (answer) => {
    if (answer.state === 'working') tellDone(`${platformName} accepts it.`);
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Table w="auto" verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">State</Table.Th>
            <Table.Td>
              <ConnectionState state={state} />
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">Account</Table.Th>
            <Table.Td className="breaking">{account ?? 'not told'}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">Last check</Table.Th>
            <Table.Td>
              <Group gap="sm">
                <Moment at={checkedAt} />
                {state !== 'disconnected' && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={check.isPending}
                    onClick={() => check.mutate({ params: { id } })}
                  >
                    Check now
                  </Button>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">Connected</Table.Th>
            <Table.Td>
              <Moment at={createdAt} />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {check.error && <ErrorNote error={check.error} title={`${platformName} could not be asked`} />}
    </Stack>
  );
}
