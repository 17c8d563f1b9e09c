/** Signs out; first asks somebody who has no password yet, and says how to come back. */
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callSignIn } from '../../api-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextLink } from '../../components/links.tsx';
import { forgetAccount } from '../sign-in/session-watch.ts';

export function SignOut({ canSignInAgain }: { readonly canSignInAgain: boolean }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsked, dialog] = useDisclosure(false);
  const signOut = useMutation({
    mutationFn: () => callSignIn('/sign-out', {}),
    onSuccess: async () => {
      forgetAccount();
      queries.clear();
      await navigate({ to: '/sign-in' });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => (canSignInAgain ? signOut.mutate() : dialog.open())}>
        Sign out
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title="Sign out without a password?"
        action="Sign out anyway"
        isBusy={signOut.isPending}
        error={signOut.error}
        onConfirm={() => signOut.mutate()}
        onClose={dialog.close}
      >
        <Text size="sm">
          This account has no password yet. To come back, restart Tablecast and open the new link it prints in
          the terminal. Or{' '}
          <TextLink to="/account" underline="always" inherit onClick={dialog.close}>
            set an e-mail and password
          </TextLink>{' '}
          first.
        </Text>
      </ConfirmDialog>
    </>
  );
}
