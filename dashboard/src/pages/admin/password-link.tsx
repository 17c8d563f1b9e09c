/** A link by which the owner of an account chooses a new password, to be handed on by hand. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { useChange } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';
import { ShownLink } from './shown-link.tsx';

export function PasswordLink({ account }: { readonly account: AccountDetails }) {
  const [made, setMade] = useState<Answer<'POST /api/administrator/accounts/:id/reset-link'>>();
  const make = useChange('POST /api/administrator/accounts/:id/reset-link', setMade);
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={3} size="h5">
        Password
      </Title>
      <Text size="sm" c="dimmed">
        A link by which the owner chooses a new one. Whoever has it can sign in as them: hand it on safely.
      </Text>
      {made ? (
        <ShownLink label="Link for a new password" {...made} />
      ) : (
        <Button
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate({ params: { id: account.id } })}
        >
          Make a link
        </Button>
      )}
      {make.error && <ErrorNote error={make.error} />}
    </Stack>
  );
}
