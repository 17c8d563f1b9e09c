/** The outbox, for administrators. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function AdminMailPage() {
  return (
    <Page title="Mail">
      <Text>Mail</Text>
    </Page>
  );
}
