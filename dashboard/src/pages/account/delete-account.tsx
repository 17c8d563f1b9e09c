/** The end of the account, confirmed by its address: what stops, what goes when, and a download of everything before. */
import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Section } from '../../components/section.tsx';
import { forgetAccount } from '../../features/sign-in/session-watch.ts';
import { useApi } from '../../use-api.ts';

const maxNamed = 5;

export function DeleteAccount({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Your data"
      text="Download everything in one file: endpoints with their files, views, schedules, usage, credits and e-mails. If you delete the account, its URLs stop working at once; you can restore it for seven days."
    >
      <Group>
        <DownloadEverything />
        <Button variant="default" onClick={() => setOpen(true)}>
          Delete the account…
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Delete the account?" centered>
        <Confirmation email={email} onClose={() => setOpen(false)} />
      </Modal>
    </Section>
  );
}

function DownloadEverything() {
  return (
    <Button variant="default" component="a" href="/api/account/export" download>
      Download everything
    </Button>
  );
}

function Confirmation({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { hasMail = false } = useApi('GET /api/service', {}).data ?? {};
  const end = useMutation({
    mutationFn: () => call('DELETE /api/account', { body: { email: typed } }),
    onSuccess: () => {
      forgetAccount();
      location.assign(new URL('sign-in', document.baseURI));
    },
  });
  const isSame = typed.trim().toLowerCase() === email;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame) end.mutate();
      }}
    >
      <Stack>
        <StoppingUrls />
        <Text size="sm">
          Schedules and API keys stop too, you are signed out everywhere, and a paid plan ends without a
          refund. For seven days{' '}
          {hasMail ? 'the link that we e-mail you restores' : 'an administrator can restore'} the account.
          After that your endpoints, files, schedules, connections and logs are removed for good.
        </Text>
        <Group>
          <DownloadEverything />
        </Group>
        <TextInput
          label={`Type ${email} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {end.error && <ErrorNote error={end.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" type="submit" disabled={!isSame} loading={end.isPending}>
            Delete the account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function StoppingUrls() {
  const endpoints = useApi('GET /api/endpoints', { query: { sort: 'last hit' } });
  if (!endpoints.data) return <Text size="sm">All URLs of the account stop working.</Text>;
  const { total, endpoints: first } = endpoints.data;
  if (total === 0) return <Text size="sm">The account has no URLs that would stop working.</Text>;
  return (
    <div>
      <Text size="sm">{total === 1 ? 'This URL stops working:' : `These ${total} URLs stop working:`}</Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {first.slice(0, maxNamed).map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
        {total > maxNamed && <List.Item>and {total - maxNamed} more</List.Item>}
      </List>
    </div>
  );
}
