/** A page: its heading is its title, and gets the focus when the page is opened. */
import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  readonly title: string;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  /** Something else on the page gets the focus. */
  readonly hasOwnFocus?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, actions, hasOwnFocus = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!hasOwnFocus) heading.current?.focus({ preventScroll: true });
  }, [hasOwnFocus]);
  useEffect(() => {
    document.title = `${title} · Tablecast`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="center">
        <Title order={1} size="h3" ref={heading} tabIndex={-1} className="heading">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
