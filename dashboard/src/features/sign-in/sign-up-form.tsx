/** A new account: address and password; without mail it is signed in to at once. */
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ApiError, callSignIn } from '../../api-client.ts';
import { EmailInput } from './email-input.tsx';
import { NewPasswordInput, passwordProblem } from './new-password-input.tsx';
import { Problem } from './problem.tsx';
import { signInMessage } from './sign-in-errors.ts';

export interface Invitation {
  readonly code: string;
  readonly email: string;
}

interface SignUpFormProps {
  readonly invitation: Invitation | undefined;
  readonly signsInAtOnce: boolean;
  readonly onDone: (email: string) => unknown;
}

export function SignUpForm({ invitation, signsInAtOnce, onDone }: SignUpFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: invitation?.email ?? '', password: '' },
    validate: { password: passwordProblem },
  });
  const signUp = useMutation({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      await callSignIn('/sign-up/email', {
        email,
        password,
        ...(invitation && { invitation: invitation.code }),
      });
      if (signsInAtOnce) await callSignIn('/sign-in/email', { email, password });
      return email;
    },
    onSuccess: onDone,
  });
  return (
    <form onSubmit={form.onSubmit((values) => signUp.mutate(values))}>
      <Stack>
        <EmailInput
          readOnly={invitation !== undefined}
          description={invitation && 'The address that was invited.'}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NewPasswordInput label="Password" key={form.key('password')} {...form.getInputProps('password')} />
        <Problem text={signUp.error ? problemOf(signUp.error) : undefined} />
        <Button type="submit" loading={signUp.isPending}>
          Sign up
        </Button>
      </Stack>
    </form>
  );
}

/** Signing in at once fails for an address that has an account with another password. */
function problemOf(error: Error): string {
  return error instanceof ApiError && error.refusal.status === 401
    ? 'If you have an account already, sign in with its password.'
    : signInMessage(error);
}
