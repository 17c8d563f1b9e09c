/** An address of the dashboard that leads nowhere. */
import { Anchor, Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';

export function NotFoundPage() {
  return (
    <Box component="main" p="md">
      <Page title="There is no such page">
        <Text>The URL may be misspelled, or from an older version.</Text>
        <Anchor component={Link} to="/" underline="always" w="fit-content">
          To the endpoints
        </Anchor>
      </Page>
    </Box>
  );
}
