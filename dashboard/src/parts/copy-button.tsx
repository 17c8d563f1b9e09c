/** A button that copies a text and says that it did. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '../copy-text.ts';

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly label?: string;
  /** What is copied, for those who only hear it: “Copy the address of Orders”. */
  readonly what?: string;
}

export function CopyButton({ text, label = 'Copy', what, ...props }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'refused'>();
  useEffect(() => {
    const timer = result && setTimeout(() => setResult(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [result]);
  const said = { copied: 'Copied', refused: 'Press Ctrl+C' };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={result === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
      aria-label={result ? said[result] : what}
      aria-live="polite"
      {...props}
      onClick={async () => setResult((await copyText(text)) ? 'copied' : 'refused')}
    >
      {result ? said[result] : label}
    </Button>
  );
}
