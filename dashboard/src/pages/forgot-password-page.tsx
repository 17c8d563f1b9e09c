/** Asks for a mail with a link to choose a new password; the answer is the same for every address. */
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callSignIn } from '../api-client.ts';
import { EmailInput } from '../features/sign-in/email-input.tsx';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { Problem } from '../features/sign-in/problem.tsx';
import { signInMessage } from '../features/sign-in/sign-in-errors.ts';
import { useApi } from '../use-api.ts';

export function ForgotPasswordPage() {
  const service = useApi('GET /api/service', {});
  return (
    <EntryPage title="Forgot your password?">
      {service.data?.hasMail === true && <AskForMail />}
      {service.data?.hasMail === false && (
        <Text size="sm">
          This service sends no mail. Ask the administrator for a link with which you can choose a new
          password.
        </Text>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        Back to sign-in
      </Anchor>
    </EntryPage>
  );
}

function AskForMail() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const ask = useMutation({
    mutationFn: (values: { email: string }) => callSignIn('/request-password-reset', values),
  });
  if (ask.isSuccess) {
    return (
      <Text size="sm" role="status">
        If there is an account with this address, a mail with a link is on its way. It works once, for an
        hour.
      </Text>
    );
  }
  return (
    <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <Stack>
        <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
        <Problem text={ask.error ? signInMessage(ask.error) : undefined} />
        <Button type="submit" loading={ask.isPending}>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
}
