/** The link of the mail about a deletion: one click restores the account, then its owner signs in. */
import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api-client.ts';
import { ErrorNote } from '../components/error-note.tsx';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { useFragment } from '../features/sign-in/fragment.ts';

export function RestorePage() {
  const token = useFragment();
  // Not by itself: programs that look into mails open links, too.
  const restore = useMutation({ mutationFn: () => call('POST /api/account/restore', { body: { token } }) });
  return (
    <EntryPage title="Restore your account">
      {restore.data ? (
        <>
          <Text size="sm" role="status">
            {restore.data.email} is back, with its URLs, files and schedules.
          </Text>
          <Anchor component={Link} to="/sign-in" size="sm">
            Sign in
          </Anchor>
        </>
      ) : (
        <>
          <Text size="sm">Your account comes back as it was. Its URLs answer again at once.</Text>
          {restore.error && <ErrorNote error={restore.error} />}
          <Button onClick={() => restore.mutate()} loading={restore.isPending}>
            Restore my account
          </Button>
        </>
      )}
    </EntryPage>
  );
}
