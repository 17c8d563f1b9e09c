/** The printed link: signs the first administrator in, then goes on to the endpoints. */
import { Alert, Anchor, Center, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callSignIn } from '../api-client.ts';

export function SetupPage() {
  const navigate = useNavigate();
  const claim = useMutation({
    mutationFn: (key: string) => callSignIn('/setup', { key }),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  const { mutate } = claim;
  useEffect(() => {
    const key = location.hash.slice(1);
    // Not kept in the history.
    history.replaceState(null, '', location.pathname);
    mutate(key);
  }, [mutate]);
  return (
    <Center mih="100vh" p="md">
      {claim.isError ? (
        <Alert title="This link does not work" color="red" maw={480}>
          <Stack gap="xs">
            <Text size="sm">{claim.error.message}</Text>
            <Anchor href="sign-in" size="sm">
              Sign in instead
            </Anchor>
          </Stack>
        </Alert>
      ) : (
        <Loader aria-label="Signing in" />
      )}
    </Center>
  );
}
