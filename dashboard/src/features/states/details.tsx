/** What a platform or the service said itself, for who wants to know more. */
import { Text } from '@mantine/core';

export function Details({ text }: { readonly text: string }) {
  return (
    <Text component="details" size="xs" c="dimmed" className="breaking">
      <summary>Details</summary>
      {text}
    </Text>
  );
}
