/** Snippets for each program that can use the address. */
import { Text } from '@mantine/core';

export function UseItTab() {
  return <Text>…</Text>;
}
