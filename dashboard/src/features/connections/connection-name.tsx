/** What its owner calls a connection; without a name it is called by platform and account. */
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import type { ConnectionAnswer } from './connection-state.tsx';

export function ConnectionName({ connection }: { readonly connection: ConnectionAnswer }) {
  const { id, name } = connection;
  const [typed, setTyped] = useState(name ?? '');
  const save = useChange('PATCH /api/connections/:id', () => tellDone('The name is saved.'));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { id }, body: { name: typed } });
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          placeholder="Platform and account"
          maxLength={100}
          value={typed}
          error={save.error?.message}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          w={300}
          maw="100%"
        />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={typed.trim() === (name ?? '')}
        >
          Save name
        </Button>
      </Group>
    </form>
  );
}
