/** The printed link: signs the first administrator in, then goes on to the endpoints. */
import { Anchor, Center, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callSignIn } from '../api-client.ts';
import { EntryPage } from '../sign-in/entry-page.tsx';
import { takeFragment } from '../sign-in/fragment.ts';

export function SetupPage() {
  const navigate = useNavigate();
  const claim = useMutation({
    mutationFn: (key: string) => callSignIn('/setup', { key }),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  const { mutate } = claim;
  useEffect(() => mutate(takeFragment()), [mutate]);
  return claim.isError ? (
    <EntryPage title="This link does not work">
      <Text size="sm" role="alert">
        {claim.error.message}
      </Text>
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in instead
      </Anchor>
    </EntryPage>
  ) : (
    <Center mih="100vh">
      <Loader aria-label="Signing in" />
    </Center>
  );
}
