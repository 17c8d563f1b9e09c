/** Something to know or do before going on, which is no error: a sign, and a title in the colour of text. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface WarningNoteProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function WarningNote({ title, children }: WarningNoteProps) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle />}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Alert>
  );
}
