/** What went wrong, beside the form in which it did. */
import { Text } from '@mantine/core';

export function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert">
      {text}
    </Text>
  );
}
