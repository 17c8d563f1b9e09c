/** Files that are dropped anywhere on the page, or a table that is pasted, are taken; not while something is typed. */
import { Overlay, Portal, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { pastedFile } from './pasted-table.ts';

export function FileCatcher({ onFiles }: { readonly onFiles: (files: readonly File[]) => unknown }) {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => {
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    // Of the window itself, not of an element in it.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      take([...event.dataTransfer.files]);
    };
    const paste = (event: ClipboardEvent): void => {
      if (isTyping(event.target) || !event.clipboardData) return;
      const file = pastedFile(event.clipboardData);
      if (file) event.preventDefault();
      take(file ? [file] : []);
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => ending.abort();
  }, []);
  if (!isOver) return null;
  return (
    <Portal>
      <Overlay fixed center backgroundOpacity={0.75} zIndex={1_000}>
        <Text c="white" fw={600} size="xl">
          Drop to create an endpoint
        </Text>
      </Overlay>
    </Portal>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
