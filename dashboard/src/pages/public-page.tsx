/** The public page of an endpoint: name, description, columns, how to use it, ten rows. Nobody needs to sign in. */
import { Center, Container, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../api-client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Mark } from '../components/mark.tsx';
import { Panel } from '../components/panel.tsx';
import { ThemeSwitch } from '../features/frame/theme-switch.tsx';
import { useApi } from '../use-api.ts';
import { PausedEndpoint } from './public/paused-endpoint.tsx';
import { PublicEndpoint } from './public/public-endpoint.tsx';

const route = getRouteApi('/t/$id');

export function PublicPage() {
  const { id } = route.useParams();
  const endpoint = useApi('GET /api/public/:id', { params: { id } });
  const isAbsent = endpoint.error instanceof ApiError && [400, 404].includes(endpoint.error.refusal.status);
  return (
    <Container size="lg" py="md" component="main">
      <Group justify="space-between" mb="lg">
        <Mark />
        <ThemeSwitch />
      </Group>
      {isAbsent ? (
        <Center mih="50vh">
          <EmptyState
            title="There is no such page"
            text="The URL may be misspelled, or the owner has turned the page off."
          />
        </Center>
      ) : (
        <Panel query={endpoint} failed="The page could not be loaded" height={400}>
          {(data) =>
            data.isPaused ? <PausedEndpoint endpoint={data} /> : <PublicEndpoint id={id} endpoint={data} />
          }
        </Panel>
      )}
    </Container>
  );
}
