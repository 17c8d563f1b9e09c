/** Name, format, fields, token, file, end. */
import { Text } from '@mantine/core';

export function SettingsTab() {
  return <Text>…</Text>;
}
