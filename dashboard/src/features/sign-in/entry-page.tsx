/** A page before the frame: sign-in, sign-up, links out of mails. Its first empty field gets the focus. */
import { Center, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '../../components/mark.tsx';

export function EntryPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = [...(content.current?.querySelectorAll('input') ?? [])];
    fields.find(({ readOnly, value }) => !readOnly && value === '')?.focus();
  }, []);
  useEffect(() => {
    document.title = `${title} · Tablecast`;
  }, [title]);
  return (
    <Center mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400} component="main">
        <Stack ref={content}>
          <Mark />
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
