/** The link of the verification mail: confirms the address, then goes on, signed in. */
import { Anchor, Center, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callSignIn } from '../api-client.ts';
import { EntryPage } from '../sign-in/entry-page.tsx';
import { takeFragment } from '../sign-in/fragment.ts';
import { signInMessage } from '../sign-in/sign-in-errors.ts';

export function VerifyPage() {
  const navigate = useNavigate();
  const verify = useMutation({
    mutationFn: (token: string) => callSignIn('/verify-email', { token }),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  const { mutate } = verify;
  useEffect(() => mutate(takeFragment()), [mutate]);
  return (
    <EntryPage title="Confirm your address">
      {verify.isError ? (
        <>
          <Text size="sm" role="alert">
            {signInMessage(verify.error)}
          </Text>
          <Text size="sm" c="dimmed">
            Sign in with your password, and a new mail is sent to you.
          </Text>
          <Anchor component={Link} to="/sign-in" size="sm">
            To sign-in
          </Anchor>
        </>
      ) : (
        <Center>
          <Loader aria-label="Confirming" />
        </Center>
      )}
    </EntryPage>
  );
}
