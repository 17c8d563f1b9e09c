/** An address of the dashboard that leads nowhere. */
import { Anchor, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';

export function NotFoundPage() {
  return (
    <Center mih="60vh">
      <EmptyState title="There is no such page" text="The address may be misspelt, or from an older version.">
        <Anchor component={Link} to="/">
          To the endpoints
        </Anchor>
      </EmptyState>
    </Center>
  );
}
