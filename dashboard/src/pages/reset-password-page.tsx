/** The link to a new password, from a mail or an administrator; goes on signed in where the link names the address. */
import { Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callSignIn } from '../api-client.ts';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { NewPasswordInput, passwordProblem } from '../features/sign-in/new-password-input.tsx';
import { Problem } from '../features/sign-in/problem.tsx';
import { signInMessage } from '../features/sign-in/sign-in-errors.ts';
import { tellDone } from '../toasts.tsx';

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const [{ token, email }] = useState(linkInAddress);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: passwordProblem },
  });
  const reset = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      await callSignIn('/reset-password', { token, newPassword: password });
      return email === undefined ? false : isSignedIn(email, password);
    },
    onSuccess: (isDone) => {
      tellDone('Your new password is set.');
      return navigate({ to: isDone ? '/' : '/sign-in', replace: true });
    },
  });
  return (
    <EntryPage title="Choose a new password">
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))}>
        <Stack>
          {email !== undefined && (
            <input type="email" autoComplete="username" value={email} readOnly hidden aria-hidden />
          )}
          <NewPasswordInput
            label="New password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Problem text={reset.error ? signInMessage(reset.error) : undefined} />
          <Button type="submit" loading={reset.isPending}>
            Set the password
          </Button>
        </Stack>
      </form>
      <Anchor component={Link} to="/forgot-password" size="sm">
        Ask for a new link
      </Anchor>
    </EntryPage>
  );
}

/** If not, the sign-in page says why: the link has done its work. */
async function isSignedIn(email: string, password: string): Promise<boolean> {
  return callSignIn('/sign-in/email', { email, password }).then(
    () => true,
    () => false,
  );
}

/** `TOKEN`, or `TOKEN&email=ADDRESS`. */
function linkInAddress(): { readonly token: string; readonly email: string | undefined } {
  const [token = '', ...rest] = location.hash.slice(1).split('&');
  return { token, email: new URLSearchParams(rest.join('&')).get('email') ?? undefined };
}
