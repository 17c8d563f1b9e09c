/** The public page of an endpoint that its owner has paused: what it is, and none of its data. */
import { Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { Page } from '../../components/page.tsx';
import { WarningNote } from '../../components/warning-note.tsx';

export function PausedEndpoint({ endpoint }: { readonly endpoint: Answer<'GET /api/public/:id'> }) {
  const { name, description, url } = endpoint;
  return (
    <Page title={name}>
      {description !== '' && <Text className="description">{description}</Text>}
      <Text ff="monospace" size="sm" className="address">
        {url}
      </Text>
      <WarningNote title="This URL is paused">
        <Text size="sm">Its owner has paused it. Ask the owner to resume it; the URL stays the same.</Text>
      </WarningNote>
    </Page>
  );
}
