/** Thirty days of hits, and the log of requests. */
import { Text } from '@mantine/core';

export function UsageTab() {
  return <Text>…</Text>;
}
