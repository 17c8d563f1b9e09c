/** What everybody may know of an endpoint whose owner has switched its public page on. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { SnippetsView } from '../../features/snippets/snippets-view.tsx';
import { UrlActions } from '../../features/urls/url-actions.tsx';
import { useApi } from '../../use-api.ts';
import { PublicSample } from './public-sample.tsx';

const route = getRouteApi('/t/$id');

interface PublicEndpointProps {
  readonly id: string;
  readonly endpoint: Answer<'GET /api/public/:id'>;
}

export function PublicEndpoint({ id, endpoint }: PublicEndpointProps) {
  const { name, description, url, isProtected, lastHitAt } = endpoint;
  const { program } = route.useSearch();
  const navigate = useNavigate();
  const sample = useApi('GET /api/public/:id/sample', { params: { id } });
  return (
    <Page title={name}>
      {description !== '' && <Text className="description">{description}</Text>}
      <Stack gap={6}>
        <Group gap="sm">
          <Text ff="monospace" size="sm" className="address">
            {url}
          </Text>
          <UrlActions name={name} url={url} isProtected={isProtected} what={`Copy the URL of ${name}`} />
        </Group>
        <Group gap="md" c="dimmed" fz="sm">
          {isProtected && (
            <Group gap={4}>
              <IconLock size={16} aria-hidden />
              Needs a token, which its owner gives
            </Group>
          )}
          <span>
            Last used: <Moment at={lastHitAt} />
          </span>
        </Group>
      </Stack>
      <PublicSample id={id} isProtected={isProtected} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          Use it
        </Title>
        <SnippetsView
          target={{ ...endpoint, ...(sample.data && { columns: sample.data.columns }) }}
          program={program}
          headingOrder={3}
          onProgram={(key) =>
            navigate({ to: '/t/$id', params: { id }, search: { program: key }, replace: true })
          }
        />
      </Stack>
    </Page>
  );
}
