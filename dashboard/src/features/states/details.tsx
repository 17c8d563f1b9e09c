/** What a platform or the service said itself, for who wants to know more. */
import { Text } from '@mantine/core';

/** Large enough for a finger. */
const target = { lineHeight: '24px', width: 'fit-content', cursor: 'pointer' } as const;

export function Details({ text }: { readonly text: string }) {
  return (
    <Text component="details" size="xs" c="dimmed" className="breaking">
      <summary style={target}>Details</summary>
      {text}
    </Text>
  );
}
