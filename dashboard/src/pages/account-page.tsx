/** Profile, password, sessions, API keys. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function AccountPage() {
  return (
    <Page title="Account">
      <Text>Account</Text>
    </Page>
  );
}
