/** One connection: its state, who uses it, reconnecting. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function ConnectionPage() {
  return (
    <Page title="Connection">
      <Text>Connection</Text>
    </Page>
  );
}
