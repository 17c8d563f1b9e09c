/** What a visitor sees while nobody can sign in: the way in is the link that the start prints. */
import { Text } from '@mantine/core';
import { EntryPage } from './entry-page.tsx';

export function BeforeSetup() {
  return (
    <EntryPage title="Open the link printed in the terminal">
      <Text size="sm">
        Tablecast prints a link when it starts. Open it once: it makes you the administrator.
      </Text>
      <Text size="sm" c="dimmed">
        If the link was used already, restart Tablecast. It prints a new one.
      </Text>
    </EntryPage>
  );
}
