/** All accounts, for administrators. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function AdminAccountsPage() {
  return (
    <Page title="Accounts">
      <Text>Accounts</Text>
    </Page>
  );
}
