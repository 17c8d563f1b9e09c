/** A button that copies a text and says that it did. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly label?: string;
  /** What is copied, for those who only hear it: “Copy the URL of Orders”. */
  readonly what?: string;
}

export function CopyButton({ text, label = 'Copy', what, ...props }: CopyButtonProps) {
  const { result, said, copy } = useCopy(text);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={result === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
      aria-label={said ?? what}
      aria-live="polite"
      {...props}
      onClick={copy}
    >
      {said ?? label}
    </Button>
  );
}
