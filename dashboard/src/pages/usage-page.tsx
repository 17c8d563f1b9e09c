/** Usage of the whole account: thirty days, credits, files, endpoints. */
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { useApi } from '../use-api.ts';
import { CreditsPanel } from './usage/credits-panel.tsx';
import { EndpointsByHits } from './usage/endpoints-by-hits.tsx';
import { RoomPanel } from './usage/room-panel.tsx';
import { UsageChart } from './usage/usage-chart.tsx';

const route = getRouteApi('/frame/usage');

export function UsagePage() {
  const { page = 1 } = route.useSearch();
  const usage = useApi('GET /api/usage', {}, { refetchInterval: 60_000 });
  return (
    <Page title="Usage">
      <Panel query={usage} failed="The usage could not be loaded" height={240}>
        {({ days, credits, room }) => (
          <>
            <UsageChart days={days} />
            <CreditsPanel credits={credits} />
            <RoomPanel room={room} />
          </>
        )}
      </Panel>
      <EndpointsByHits page={page} />
    </Page>
  );
}
