/** Another password; who was signed in elsewhere is signed out. */
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callSignIn } from '../../api-client.ts';
import { Section } from '../../components/section.tsx';
import { NewPasswordInput, passwordProblem } from '../../features/sign-in/new-password-input.tsx';
import { Problem } from '../../features/sign-in/problem.tsx';
import { signInMessage } from '../../features/sign-in/sign-in-errors.ts';
import { tellDone } from '../../toasts.tsx';

const empty = { currentPassword: '', newPassword: '' };

export function ChangePassword({ email }: { readonly email: string }) {
  const queries = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: { newPassword: passwordProblem },
  });
  const change = useMutation({
    mutationFn: (values: typeof empty) => callSignIn('/change-password', values),
    onSuccess: async () => {
      form.reset();
      tellDone('Your password is changed. Other sessions have ended.');
      await queries.invalidateQueries();
    },
  });
  return (
    <Section title="Password" text="Changing it ends your sessions on other devices.">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack maw={340} gap="sm">
          <input type="email" autoComplete="username" value={email} readOnly hidden aria-hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordInput
            label="New password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Problem text={change.error ? signInMessage(change.error) : undefined} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
