/** The link of the mail: a new password. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function ResetPasswordPage() {
  return (
    <Page title="Set a new password">
      <Text>Set a new password</Text>
    </Page>
  );
}
