/** Proxies with fixed parameters: list, make, preview, revoke. */
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';
import { useApi } from '../../use-api.ts';
import { NewProxyDialog } from './proxies/new-proxy-dialog.tsx';
import { PreviewDialog } from './proxies/preview-dialog.tsx';
import { ProxyTable } from './proxies/proxy-table.tsx';
import { type MadeProxy, RevokeDialog } from './proxies/revoke-dialog.tsx';

const route = getRouteApi('/frame/endpoints/$id/proxies');

export function ProxiesTab() {
  const { id } = route.useParams();
  const { page = 1 } = route.useSearch();
  const proxies = useApi('GET /api/endpoints/:id/proxies', { params: { id }, query: { page } });
  const [isNew, setNew] = useState(false);
  const [url, setUrl] = useState<string>();
  const [previewed, setPreviewed] = useState<MadeProxy>();
  const [revoked, setRevoked] = useState<MadeProxy>();
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
      New proxy
    </Button>
  );
  return (
    <>
      <Panel
        query={proxies}
        failed="The proxies could not be loaded"
        empty={({ total }) =>
          total === 0 ? (
            <EmptyState
              title="No proxies yet"
              text="A proxy is a second URL for this endpoint, with parameters that its caller cannot change: one client sees only their rows, say. It can be revoked without touching the others."
            >
              {add}
            </EmptyState>
          ) : undefined
        }
      >
        {(data) => (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                Second addresses with parameters that a caller cannot change.
              </Text>
              {add}
            </Group>
            <ProxyTable proxies={data.proxies} onPreview={setPreviewed} onRevoke={setRevoked} />
            <Pager label="Proxies" page={page} total={data.total} pageSize={data.pageSize} />
          </>
        )}
      </Panel>
      <NewProxyDialog
        endpointId={id}
        isOpen={isNew}
        onMade={(address) => {
          setNew(false);
          setUrl(address);
        }}
        onClose={() => setNew(false)}
      />
      <ShownOnceDialog secret={url} title="The URL of the proxy" what="URL" onClose={() => setUrl(undefined)}>
        Whoever has this address gets the data as you fixed it. If the endpoint has a token, requests must
        carry it as well.
      </ShownOnceDialog>
      <PreviewDialog endpointId={id} proxy={previewed} onClose={() => setPreviewed(undefined)} />
      <RevokeDialog proxy={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}
