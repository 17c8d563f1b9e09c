/** Scheduled jobs. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function SchedulesPage() {
  return (
    <Page title="Schedules">
      <Text>Schedules</Text>
    </Page>
  );
}
