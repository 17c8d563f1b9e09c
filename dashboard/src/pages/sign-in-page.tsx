/** Sign-in with e-mail and password; returns to the page that was asked for. */
import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, callSignIn } from '../api-client.ts';

export function SignInPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (values: { email: string; password: string }) => callSignIn('/sign-in/email', values),
    onSuccess: async () => {
      await queries.invalidateQueries();
      await navigate({ to: '/' });
    },
  });
  return (
    <Center mih="100vh" p="md">
      <Paper withBorder p="xl" w={380} component="main">
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
          <Stack>
            <Title order={1} size="h3">
              Sign in to Tablecast
            </Title>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            {signIn.isError && (
              <Text c="var(--mantine-color-error)" size="sm" role="alert">
                {messageOf(signIn.error)}
              </Text>
            )}
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}

function messageOf(error: Error): string {
  if (error instanceof ApiError && error.refusal.status === 401) return 'E-mail or password is wrong.';
  if (error instanceof ApiError && error.refusal.status === 429)
    return 'Too many attempts. Wait a minute, then try again.';
  return error.message;
}
