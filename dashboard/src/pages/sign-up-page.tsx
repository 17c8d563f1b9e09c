/** Sign-up with e-mail and password, or by an invitation. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function SignUpPage() {
  return (
    <Page title="Sign up">
      <Text>Sign up</Text>
    </Page>
  );
}
