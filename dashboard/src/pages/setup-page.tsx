/** The printed link: one click signs the first administrator in, then goes on to the endpoints. */
import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { callSignIn } from '../api-client.ts';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { useFragment } from '../features/sign-in/fragment.ts';
import { signInMessage } from '../features/sign-in/sign-in-errors.ts';

export function SetupPage() {
  const navigate = useNavigate();
  const key = useFragment();
  const claim = useMutation({
    mutationFn: () => callSignIn('/setup', { key }),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  return claim.isError ? (
    <EntryPage title="This link does not work">
      <Text size="sm" role="alert">
        {signInMessage(claim.error)}
      </Text>
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in instead
      </Anchor>
    </EntryPage>
  ) : (
    <EntryPage title="Welcome to Tablecast">
      <Text size="sm">Start as the administrator of this service. The link works once.</Text>
      <Button loading={claim.isPending} onClick={() => claim.mutate()}>
        Start
      </Button>
    </EntryPage>
  );
}
