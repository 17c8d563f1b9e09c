/** Proxies with fixed parameters. */
import { Text } from '@mantine/core';

export function ProxiesTab() {
  return <Text>…</Text>;
}
