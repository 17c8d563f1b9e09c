/** An e-mail and password for who came by the printed link; a password for who came by Google. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNote } from '../../components/error-note.tsx';
import { Section } from '../../components/section.tsx';
import { NewPasswordInput, passwordProblem } from '../../features/sign-in/new-password-input.tsx';
import { fieldErrorOf } from '../../form-errors.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

interface FirstPasswordProps {
  readonly email: string;
  readonly isLocal: boolean;
}

export function FirstPassword({ email, isLocal }: FirstPasswordProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: isLocal ? '' : email, password: '' },
    validate: { password: passwordProblem },
  });
  const choose = useChange('POST /api/account/password', () =>
    tellDone('Your password is set. You can sign in with it from now on.'),
  );
  const wrong = choose.error ? fieldErrorOf(choose.error, ['email', 'password']) : undefined;
  return (
    <Section
      title={isLocal ? 'Set an e-mail and password' : 'Set a password'}
      text={
        isLocal
          ? 'You can only sign in with the printed link until you set a password.'
          : 'With a password you can also sign in without Google.'
      }
    >
      <form onSubmit={form.onSubmit((body) => choose.mutate({ body }))}>
        <Stack maw={340} gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            readOnly={!isLocal}
            key={form.key('email')}
            {...form.getInputProps('email')}
            {...(wrong?.field === 'email' && { error: wrong.reason })}
          />
          <NewPasswordInput
            label="Password"
            key={form.key('password')}
            {...form.getInputProps('password')}
            {...(wrong?.field === 'password' && { error: wrong.reason })}
          />
          {choose.error && !wrong && <ErrorNote error={choose.error} />}
          <Group>
            <Button type="submit" loading={choose.isPending}>
              Set password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
