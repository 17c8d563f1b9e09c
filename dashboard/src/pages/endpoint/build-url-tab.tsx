/** Every parameter as a control, beside the address and a preview. */
import { Text } from '@mantine/core';

export function BuildUrlTab() {
  return <Text>…</Text>;
}
