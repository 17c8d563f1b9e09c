/** A new endpoint, one address for each step. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function NewEndpointPage() {
  return (
    <Page title="New endpoint">
      <Text>New endpoint</Text>
    </Page>
  );
}
