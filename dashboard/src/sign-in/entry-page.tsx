/** A page before the frame: sign-in, sign-up, links out of mails. */
import { Center, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

export function EntryPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tablecast`;
  }, [title]);
  return (
    <Center mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400} component="main">
        <Stack>
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
