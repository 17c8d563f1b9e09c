/** One scheduled job and its history. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function SchedulePage() {
  return (
    <Page title="Schedule">
      <Text>Schedule</Text>
    </Page>
  );
}
