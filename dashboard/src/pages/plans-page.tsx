/** Plans, add-on credits and payment. */
import { Text } from '@mantine/core';
import { Page } from '../parts/page.tsx';

export function PlansPage() {
  return (
    <Page title="Plans">
      <Text>Plans</Text>
    </Page>
  );
}
