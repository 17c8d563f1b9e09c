/** A new scheduled job. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function NewSchedulePage() {
  return (
    <Page title="New schedule">
      <Text>New schedule</Text>
    </Page>
  );
}
