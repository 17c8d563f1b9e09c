/** A part of the settings, under its own heading. */
import { Divider, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, text, children }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Divider />
      <Title order={2} size="h4">
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
