/** Asks for a mail with a link to set a new password. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function ForgotPasswordPage() {
  return (
    <Page title="Forgot your password">
      <Text>Forgot your password</Text>
    </Page>
  );
}
