/** What administrators remember of an account; its owner never sees it. */
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';

export function AccountNote({ account }: { readonly account: AccountDetails }) {
  const [note, setNote] = useState(account.note);
  const save = useChange('PATCH /api/administrator/accounts/:id', () => tellDone('The note is saved.'));
  return (
    <Stack gap="xs">
      <Textarea
        label="Note"
        description="Only administrators see it."
        autosize
        minRows={2}
        maxLength={2_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {save.error && <ErrorNote error={save.error} title="The note could not be saved" />}
      <Group>
        <Button
          variant="default"
          loading={save.isPending}
          disabled={note === account.note}
          onClick={() => save.mutate({ params: { id: account.id }, body: { note } })}
        >
          Save note
        </Button>
      </Group>
    </Stack>
  );
}
