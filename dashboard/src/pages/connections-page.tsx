/** Connections to platforms. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function ConnectionsPage() {
  return (
    <Page title="Connections">
      <Text>Connections</Text>
    </Page>
  );
}
