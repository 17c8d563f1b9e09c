/** Invites an address: the link is shown once, and mailed where there is a mail server. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { useApi, useChange } from '../../use-api.ts';
import { ShownLink } from './shown-link.tsx';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Invite somebody" centered closeOnClickOutside={false}>
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const service = useApi('GET /api/service', {});
  const [email, setEmail] = useState('');
  const invite = useChange('POST /api/administrator/invitations');
  if (invite.data)
    return (
      <Stack>
        <Text size="sm">
          {invite.data.isMailed
            ? `The invitation is on its way to ${invite.data.email}. You can hand on the link yourself as well.`
            : `Hand this link on to ${invite.data.email}: this service sends no mail.`}
        </Text>
        <ShownLink label="Link to sign up" url={invite.data.url} endsAt={invite.data.endsAt} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  if (service.data?.signUp === 'closed')
    return (
      <Text size="sm">
        Nobody can sign up on this service. To invite people, set SIGN_UP=invite and start it again.
      </Text>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ body: { email } });
      }}
    >
      <Stack>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          maxLength={254}
          required
          data-autofocus
        />
        {invite.error && <ErrorNote error={invite.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
