/** Block, administrator, delete: each says what stops working before it does. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { numberText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';

type Asked = 'block' | 'administrator' | 'delete';

interface AccountDangerProps {
  readonly account: AccountDetails;
  readonly onDeleted: () => unknown;
}

const endpointsText = (count: number): string =>
  `${numberText(count)} ${count === 1 ? 'endpoint' : 'endpoints'}`;

export function AccountDanger({ account, onDeleted }: AccountDangerProps) {
  const { id, email, isBlocked, isAdministrator, isOwn } = account;
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  const change = useChange('PATCH /api/administrator/accounts/:id', close);
  const remove = useChange('DELETE /api/administrator/accounts/:id', () => {
    close();
    tellDone(`${email} is deleted.`);
    return onDeleted();
  });
  const ask = (what: Asked): void => {
    change.reset();
    remove.reset();
    setAsked(what);
  };
  const params = { id };
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Access
      </Title>
      <Group gap="sm">
        {isBlocked ? (
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ params, body: { isBlocked: false } })}
          >
            Unblock
          </Button>
        ) : (
          <Button variant="default" disabled={isOwn} onClick={() => ask('block')}>
            Block
          </Button>
        )}
        <Button variant="default" disabled={isOwn} onClick={() => ask('administrator')}>
          {isAdministrator ? 'No longer administrator' : 'Make administrator'}
        </Button>
        <Button variant="default" disabled={isOwn} onClick={() => ask('delete')}>
          Delete the account
        </Button>
      </Group>
      {isOwn && (
        <Text size="sm" c="dimmed">
          This is your own account. Another administrator can change this.
        </Text>
      )}
      {asked === undefined && change.error && <ErrorNote error={change.error} />}
      <ConfirmDialog
        isOpen={asked === 'block'}
        title={`Block ${email}?`}
        action="Block the account"
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ params, body: { isBlocked: true } })}
        onClose={close}
      >
        <Text size="sm">
          Requests to its {endpointsText(account.endpoints)} are refused with 403 USER_BLOCKED, schedules
          don't run, and all its sessions end. They can sign in to look, pay and delete. Nothing is deleted.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'administrator'}
        title={isAdministrator ? `Take this from ${email}?` : `Make ${email} administrator?`}
        action={isAdministrator ? 'No longer administrator' : 'Make administrator'}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ params, body: { isAdministrator: !isAdministrator } })}
        onClose={close}
      >
        <Text size="sm">
          {isAdministrator
            ? 'They no longer see accounts, mail and system. Their own endpoints stay.'
            : 'Administrators see and change every account, can let themselves into each, and can make others administrators.'}
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={`Delete ${email}?`}
        action="Delete the account"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params })}
        onClose={close}
      >
        <Text size="sm">
          Its {endpointsText(account.endpoints)} stop answering at once, schedules and API keys stop, and its
          owner is signed out
          {account.isPaid && '; the subscription at Stripe ends'}. You can restore the account for seven days,
          below the list of accounts. Then all its data is removed for good.
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}
