/** The service's own checks, for administrators. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function AdminSystemPage() {
  return (
    <Page title="System">
      <Text>System</Text>
    </Page>
  );
}
