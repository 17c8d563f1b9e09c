/** One endpoint: its address, and five tabs with an address each. */
import { Tabs } from '@mantine/core';
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';
import { usePathname } from '../../use-pathname.ts';
import { EndpointFacts } from './endpoint-facts.tsx';
import { StateBanner } from './state-banner.tsx';

const route = getRouteApi('/frame/endpoints/$id');

/** What requests get may change at any time. */
const refreshMs = 15_000;

const tabs = [
  { to: '/endpoints/$id', label: 'Build URL' },
  { to: '/endpoints/$id/views', label: 'Views' },
  { to: '/endpoints/$id/use', label: 'Use it' },
  { to: '/endpoints/$id/settings', label: 'Settings' },
  { to: '/endpoints/$id/usage', label: 'Usage' },
] as const;

export function EndpointPage() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const pathname = usePathname();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } }, { refetchInterval: refreshMs });
  const current = tabs.findLast(({ to }) => pathname.startsWith(to.replace('$id', id))) ?? tabs[0];
  return (
    <Panel query={endpoint} failed="The endpoint could not be loaded" height={400}>
      {(data) => (
        <Page title={data.name}>
          <EndpointFacts endpoint={data} hasActions={current !== tabs[0]} />
          <StateBanner endpoint={data} />
          <Tabs
            value={current.to}
            onChange={(to) =>
              navigate({ to: tabs.find((tab) => tab.to === to)?.to ?? current.to, params: { id } })
            }
          >
            <Tabs.List>
              {tabs.map(({ to, label }) => (
                <Tabs.Tab key={to} value={to}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={current.to} pt="md">
              <Outlet />
            </Tabs.Panel>
          </Tabs>
        </Page>
      )}
    </Panel>
  );
}
