/** Copies a text, and says for two seconds what came of it. */
import { useEffect, useState } from 'react';
import { copyText } from '../copy-text.ts';

interface Copying {
  /** Nothing yet, or no more. */
  readonly result: 'copied' | 'refused' | undefined;
  readonly said: string | undefined;
  readonly copy: () => Promise<void>;
}

const words = { copied: 'Copied', refused: 'Press Ctrl+C' } as const;

export function useCopy(text: string): Copying {
  const [result, setResult] = useState<'copied' | 'refused'>();
  useEffect(() => {
    const timer = result && setTimeout(() => setResult(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [result]);
  return {
    result,
    said: result && words[result],
    copy: async () => setResult((await copyText(text)) ? 'copied' : 'refused'),
  };
}
