/** How the service does: a few figures with their change, the days, a search, and the endpoints that need a look. */
import { SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Answer } from '../api-client.ts';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { moneyText, numberText } from '../formats.ts';
import { useApi } from '../use-api.ts';
import { FoundObjects } from './admin/found-objects.tsx';
import { OverviewDays } from './admin/overview-days.tsx';
import { TroubledEndpoints } from './admin/troubled-endpoints.tsx';

type Overview = Answer<'GET /api/administrator/overview'>;

const settledMs = 300;

export function AdminOverviewPage() {
  const overview = useApi('GET /api/administrator/overview', {});
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), settledMs);
  return (
    <Page title="Overview">
      <TextInput
        label="Find an account or endpoint"
        description="By e-mail address, name or ID."
        maw={480}
        maxLength={200}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {settled !== '' && <FoundObjects search={settled} />}
      <Panel query={overview} failed="The overview could not be loaded" height={420}>
        {(data) => (
          <Stack gap="xl">
            <Figures data={data} />
            <TroubledEndpoints title="Most failing endpoints, last 7 days" endpoints={data.failing} />
            <TroubledEndpoints title="Slowest endpoints, last 7 days" endpoints={data.slowest} />
            <OverviewDays days={data.days} />
          </Stack>
        )}
      </Panel>
    </Page>
  );
}

function Figures({ data }: { readonly data: Overview }) {
  const figures = [
    ['Requests', data.requests, numberText],
    ['Failures', data.failures, numberText],
    ['Active accounts', data.activeAccounts, numberText],
    ['New sign-ups', data.signUps, numberText],
    ['Paying accounts', data.paying, numberText],
    ['Income a month', data.income, moneyText],
  ] as const;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Last 30 days
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        {figures.map(([label, { now, before }, text]) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fz="xl" fw={600}>
              {text(now)}
            </Text>
            <Text size="sm" c="dimmed">
              {before === null ? 'No earlier figure' : `${text(before)} before`}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
