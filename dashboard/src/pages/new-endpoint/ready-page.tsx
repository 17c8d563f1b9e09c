/** The endpoint is there: its address, to be copied, and what to do with it next. */
import { Code, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';

const route = getRouteApi('/frame/new/ready/$id');

export function ReadyPage() {
  const { id } = route.useParams();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  return (
    <Page title="Your URL is ready" hasOwnFocus>
      <Panel query={endpoint} failed="The endpoint could not be loaded">
        {({ name, url }) => (
          <Stack maw={720} gap="lg">
            <Text size="sm">
              <b className="address">{name}</b>: your data is live at this URL.
            </Text>
            <Paper withBorder p="md">
              <Stack>
                <Code block className="address" style={{ whiteSpace: 'pre-wrap', fontSize: 15 }}>
                  {url}
                </Code>
                <CopyFirst url={url} />
              </Stack>
            </Paper>
            <Group gap="sm">
              <ButtonLink to="/endpoints/$id" params={{ id }} variant="default">
                Build URL
              </ButtonLink>
              <ButtonLink to="/endpoints/$id/use" params={{ id }} variant="default">
                Use it in a program
              </ButtonLink>
              <ButtonLink to="/new" variant="default">
                Create another
              </ButtonLink>
            </Group>
          </Stack>
        )}
      </Panel>
    </Page>
  );
}

function CopyFirst({ url }: { readonly url: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={place}>
      <CopyButton text={url} label="Copy the URL" variant="filled" size="lg" />
    </div>
  );
}
