/** Usage of the whole account. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function UsagePage() {
  return (
    <Page title="Usage">
      <Text>Usage</Text>
    </Page>
  );
}
