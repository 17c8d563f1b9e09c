/** A text to copy, as it is written: it scrolls inside itself, and is reached by the keyboard. */
import { Code } from '@mantine/core';

interface CodeBlockProps {
  readonly text: string;
  /** What it is, for those who only hear it. */
  readonly label: string;
}

export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className="code" tabIndex={0} aria-label={label}>
      <Code block>{text}</Code>
    </section>
  );
}
