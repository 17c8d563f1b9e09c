/** A sentence of the documentation with its `code`. */
import { Code } from '@mantine/core';

export function Meaning({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change.
      <Code key={at}>{part}</Code>
    ),
  );
}

/** Of a switch, which says `true` by being on. */
export function meaningWhenOn(meaning: string): string {
  const text = meaning.replace(/^`true`: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
