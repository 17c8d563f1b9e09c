/** Thirty days of hits, and the log of requests. */
import { Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';
import { RequestLog } from '../usage/request-log.tsx';
import { Total, Totals } from '../usage/totals.tsx';
import { UsageChart } from '../usage/usage-chart.tsx';
import { useWatchInterval } from '../usage/use-watch-interval.ts';

const route = getRouteApi('/frame/endpoints/$id/usage');

export function UsageTab() {
  const { id } = route.useParams();
  const { status = 'all', before } = route.useSearch();
  const navigate = useNavigate();
  const refreshMs = useWatchInterval();
  const usage = useApi('GET /api/endpoints/:id/usage', { params: { id } }, { refetchInterval: refreshMs });
  return (
    <Stack gap="lg">
      <Panel query={usage} failed="The usage could not be loaded" height={240}>
        {({ days, lastHitAt, hitsThisCycle }) => (
          <>
            <Totals>
              <Total label="Last hit" value={<Moment at={lastHitAt} />} />
              <Total label="Hits this cycle" value={numberText(hitsThisCycle)} />
              <Total
                label="Credits in 30 days"
                value={numberText(days.reduce((sum, { credits }) => sum + credits, 0))}
              />
            </Totals>
            <UsageChart days={days} />
          </>
        )}
      </Panel>
      <RequestLog
        id={id}
        status={status}
        before={before}
        refreshMs={refreshMs}
        onFilter={(wanted) =>
          navigate({
            to: '/endpoints/$id/usage',
            params: { id },
            search: wanted === 'all' ? {} : { status: wanted },
          })
        }
      />
    </Stack>
  );
}
