/** The public page of an endpoint. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function PublicPage() {
  return (
    <Page title="Table">
      <Text>Table</Text>
    </Page>
  );
}
