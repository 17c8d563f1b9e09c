/** The views of an endpoint, saved questions with a URL each: open, edit, rename, renew, delete. */
import { Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import type { View } from '../../features/views/view-title.ts';
import { useApi } from '../../use-api.ts';
import { DeleteDialog } from './views/delete-dialog.tsx';
import { RenameDialog } from './views/rename-dialog.tsx';
import { RenewDialog } from './views/renew-dialog.tsx';
import { type Asked, ViewTable } from './views/view-table.tsx';

const route = getRouteApi('/frame/endpoints/$id/views');

export function ViewsTab() {
  const { id } = route.useParams();
  const { page = 1 } = route.useSearch();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  const views = useApi('GET /api/endpoints/:id/proxies', { params: { id }, query: { page } });
  const [asked, setAsked] = useState<Asked>();
  const of = (what: Asked['what']): View | undefined => (asked?.what === what ? asked.view : undefined);
  const close = (): void => setAsked(undefined);
  const add = (
    <ButtonLink to="/endpoints/$id" params={{ id }} leftSection={<IconPlus size={16} />}>
      Build a view
    </ButtonLink>
  );
  return (
    <>
      <Panel
        query={views}
        failed="The views could not be loaded"
        empty={({ total }) =>
          total === 0 ? (
            <EmptyState
              title="No views yet"
              text="A view is a saved question with a URL of its own, which its users can't change: one client sees only their rows, for example. Build it in Build URL, then choose Save as view."
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
                Saved questions with a URL each, which its users can't change.
              </Text>
              {add}
            </Group>
            <ViewTable views={data.proxies} endpoint={endpoint.data} onAsk={setAsked} />
            <Pager label="Views" page={page} total={data.total} pageSize={data.pageSize} />
          </>
        )}
      </Panel>
      <RenameDialog view={of('rename')} onClose={close} />
      <RenewDialog view={of('renew')} onClose={close} />
      <DeleteDialog view={of('delete')} onClose={close} />
    </>
  );
}
