/** A new proxy: which parameters are fixed, and at what. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNote } from '../../../components/error-note.tsx';
import { useApi, useChange } from '../../../use-api.ts';
import { type Fixed, ParameterRow } from './parameter-row.tsx';

interface NewProxyDialogProps {
  readonly endpointId: string;
  readonly isOpen: boolean;
  readonly onMade: (url: string) => unknown;
  readonly onClose: () => unknown;
}

const empty = (): Fixed => ({ key: performance.now(), name: '', value: '' });

export function NewProxyDialog({ endpointId, isOpen, onMade, onClose }: NewProxyDialogProps) {
  const [rows, setRows] = useState<readonly Fixed[]>(() => [empty()]);
  const { data: known } = useApi('GET /api/parameters', {});
  const add = useChange('POST /api/endpoints/:id/proxies', ({ url }) => {
    setRows([empty()]);
    onMade(url);
  });
  const submit = (): void => {
    const given = rows.filter(({ name }) => name.trim() !== '');
    const parameters = Object.fromEntries(given.map(({ name, value }) => [name.trim(), value]));
    add.mutate({ params: { id: endpointId }, body: { parameters } });
  };
  return (
    <Modal opened={isOpen} onClose={() => onClose()} title="New proxy" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Text size="sm">
            A caller can neither change these parameters nor what they act on. Without any, the proxy is a
            second address that can be revoked by itself.
          </Text>
          {rows.map((row) => (
            <ParameterRow
              key={row.key}
              row={row}
              parameters={known?.parameters ?? []}
              onChange={(next) => setRows(rows.map((each) => (each.key === row.key ? next : each)))}
              onRemove={() => setRows(rows.filter((each) => each.key !== row.key))}
            />
          ))}
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} />}
              onClick={() => setRows([...rows, empty()])}
            >
              Add a parameter
            </Button>
          </Group>
          {add.isError && <ErrorNote error={add.error} title="The proxy could not be made" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Make the proxy
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
