/** The link of the verification mail. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function VerifyPage() {
  return (
    <Page title="Verify your address">
      <Text>Verify your address</Text>
    </Page>
  );
}
