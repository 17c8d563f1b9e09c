/** Over a page whose session has ended: after signing in, the page goes on, and what was typed is still there. */
import { Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Answer } from '../../api-client.ts';
import { accountKey, queries } from '../../queries.ts';
import { onSignedInBeside } from './google.ts';
import { GoogleButton } from './google-button.tsx';
import { useSessionEnd } from './session-watch.ts';
import { SignInForm } from './sign-in-form.tsx';

type SignInAgainProps = Pick<Answer<'GET /api/account'>, 'email' | 'hasPassword' | 'hasGoogle'>;

export function SignInAgain({ email, hasPassword, hasGoogle }: SignInAgainProps) {
  const hasEnded = useSessionEnd();
  useEffect(() => onSignedInBeside(goOn), []);
  return (
    <Modal
      opened={hasEnded}
      onClose={() => undefined}
      title="Please sign in again"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      zIndex={350}
      centered
    >
      <Stack>
        <Text size="sm">Your session has ended. What you have typed is still here.</Text>
        {hasPassword || hasGoogle ? (
          <>
            <SignInForm email={email} onDone={goOn} />
            <GoogleButton back="sign-in?window=beside" isBeside />
          </>
        ) : (
          <Text size="sm">
            This account has no password. Start the service again, and open the link that it prints in another
            tab.
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

async function goOn(): Promise<void> {
  await queries.refetchQueries({ queryKey: accountKey });
  await queries.invalidateQueries();
}
