/** After sign-up with mail: the link comes to the mailbox; it can be sent again. */
import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callSignIn } from '../../api-client.ts';
import { EntryPage } from './entry-page.tsx';
import { Problem } from './problem.tsx';
import { signInMessage } from './sign-in-errors.ts';

export function LookIntoMailbox({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: () => callSignIn('/send-verification-email', { email }) });
  return (
    <EntryPage title="Check your e-mail">
      <Text size="sm">
        We've sent an e-mail to <strong>{email}</strong>. Open the link in it to confirm your address.
      </Text>
      <Text size="sm" c="dimmed">
        Nothing after a few minutes? Check your spam folder, or send it again.
      </Text>
      <Problem text={resend.error ? signInMessage(resend.error) : undefined} />
      {resend.isSuccess && (
        <Text size="sm" role="status">
          Sent again.
        </Text>
      )}
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Send it again
      </Button>
      <Anchor component={Link} to="/sign-in" size="sm">
        Back to sign-in
      </Anchor>
    </EntryPage>
  );
}
