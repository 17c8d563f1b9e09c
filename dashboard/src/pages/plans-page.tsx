/** Plans, add-on credits and payment. */
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { useApi } from '../use-api.ts';
import { AddedCredits } from './plans/added-credits.tsx';
import { PaymentResult } from './plans/payment-result.tsx';
import { PlanActions } from './plans/plan-actions.tsx';
import { PlanNotes } from './plans/plan-notes.tsx';
import { PlanSummary } from './plans/plan-summary.tsx';
import { PlanTable } from './plans/plan-table.tsx';

const route = getRouteApi('/frame/plans');
const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual, two months free' },
] as const;

export function PlansPage() {
  const { session, interval } = route.useSearch();
  const navigate = route.useNavigate();
  const plans = useApi('GET /api/plans', {});
  return (
    <Page title="Plans">
      {session !== undefined && (
        <PaymentResult
          session={session}
          onClose={() => navigate({ search: ({ session: _, ...rest }) => rest, replace: true })}
        />
      )}
      <Panel query={plans} failed="The plans could not be loaded" height={320}>
        {(data) => {
          const shown = interval ?? data.own.interval;
          return (
            <Stack gap="lg">
              <PlanNotes data={data} />
              <PlanSummary data={data} />
              <Stack gap="xs" component="section" aria-labelledby="all-plans">
                <Title order={2} size="h4" id="all-plans">
                  All plans
                </Title>
                <SegmentedControl
                  aria-label="How often it is paid"
                  data={[...intervals]}
                  value={shown}
                  onChange={(value) =>
                    navigate({
                      search: (before) => ({ ...before, interval: value }),
                      replace: true,
                      resetScroll: false,
                    })
                  }
                  w="fit-content"
                />
                <PlanTable data={data} interval={shown} />
                <Text size="sm" c="dimmed" maw={640}>
                  One credit is one request that returns all rows. Credits come every month, also with annual
                  payment, and those that are left over do not roll over.
                </Text>
              </Stack>
              <AddedCredits data={data} />
              <PlanActions data={data} />
            </Stack>
          );
        }}
      </Panel>
    </Page>
  );
}
