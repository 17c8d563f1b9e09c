/** E-mail and password; on the sign-in page, and over a page whose session has ended. */
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { callSignIn } from '../../api-client.ts';
import { EmailInput } from './email-input.tsx';
import { Problem } from './problem.tsx';
import { signInMessage } from './sign-in-errors.ts';

interface SignInFormProps {
  readonly email?: string;
  readonly onDone: () => unknown;
}

export function SignInForm({ email = '', onDone }: SignInFormProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const signIn = useMutation({
    mutationFn: (values: { email: string; password: string }) => callSignIn('/sign-in/email', values),
    onSuccess: onDone,
  });
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack>
        <EmailInput
          data-autofocus={email === '' || undefined}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={email !== '' || undefined}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Problem text={signIn.error ? signInMessage(signIn.error) : undefined} />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
