/** The link of the verification mail: nothing happens before somebody clicks; in another browser it asks for the password. */
import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, callSignIn } from '../api-client.ts';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { useFragment } from '../features/sign-in/fragment.ts';
import { Problem } from '../features/sign-in/problem.tsx';
import { signInMessage } from '../features/sign-in/sign-in-errors.ts';

export function VerifyPage() {
  const navigate = useNavigate();
  const token = useFragment();
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const confirm = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      callSignIn('/confirm-address', { token, ...(password !== '' && { password }) }),
    onSuccess: (answer) => isSignedIn(answer) && navigate({ to: '/', replace: true }),
    onError: (error) => {
      if (codeOf(error) === 'PASSWORD_REQUIRED') setNeedsPassword(true);
    },
  });
  if (confirm.isSuccess && !isSignedIn(confirm.data)) return <ConfirmedElsewhere />;
  return (
    <EntryPage title="Confirm your address">
      <Text size="sm">
        {needsPassword
          ? 'Enter the password you chose when you signed up.'
          : 'One click, and your account is ready.'}
      </Text>
      <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
        <Stack>
          {needsPassword && (
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              autoFocus
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
          )}
          <Problem text={confirm.error ? problemOf(confirm.error) : undefined} />
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
        </Stack>
      </form>
      {confirm.isError && (
        <Anchor component={Link} to={needsPassword ? '/forgot-password' : '/sign-in'} size="sm">
          {needsPassword ? 'Forgot your password?' : 'Sign in to get a new link'}
        </Anchor>
      )}
    </EntryPage>
  );
}

function ConfirmedElsewhere() {
  return (
    <EntryPage title="Your address is confirmed">
      <Text size="sm" role="status">
        You stay signed in with the account you are using in this browser. Sign out to use the other one.
      </Text>
      <Anchor component={Link} to="/" size="sm">
        Go to the dashboard
      </Anchor>
    </EntryPage>
  );
}

function isSignedIn(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'signedIn' in answer && answer.signedIn === true;
}

const codeOf = (error: Error): string | undefined =>
  error instanceof ApiError ? error.refusal.code : undefined;

/** That a password is needed is said above the field. */
function problemOf(error: Error): string | undefined {
  return codeOf(error) === 'PASSWORD_REQUIRED' ? undefined : signInMessage(error);
}
