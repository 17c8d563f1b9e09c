/** Balance, forecast and the day of new credits. */
import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { countText, dayText, numberText } from '../../formats.ts';

type Plans = Answer<'GET /api/plans'>;

export function PlanSummary({ data }: { readonly data: Plans }) {
  const { own, forecast } = data;
  const { credits, allocation } = own;
  return (
    <Group align="stretch" gap="md">
      <Figure label="Your plan" value={own.label}>
        {own.name === 'trial'
          ? 'One time. Previews are free; scheduled jobs need a plan.'
          : own.isPaid
            ? `Paid ${own.interval === 'annual' ? 'every year' : 'every month'}.`
            : 'Set by an administrator.'}
      </Figure>
      <Figure label="Credits left" value={credits === null ? 'No limit' : numberText(credits)}>
        {credits !== null && allocation !== null && allocation > 0 && (
          <>
            of {numberText(allocation)} {own.name === 'trial' ? 'in all' : 'a month'}
            <Progress
              value={Math.min(100, (100 * credits) / allocation)}
              mt={6}
              aria-label="Credits left"
              size="sm"
            />
          </>
        )}
      </Figure>
      {credits !== null && <NewCredits own={own} />}
      {forecast !== null && (
        <Figure label="Forecast" value={forecastTitle(own, forecast)}>
          {pace(forecast)}
        </Figure>
      )}
    </Group>
  );
}

function NewCredits({ own }: Pick<Plans, 'own'>) {
  const { cycleEnds, subscriptionEnds, allocation } = own;
  if (cycleEnds === null)
    return (
      <Figure label="Credits renew" value="Never">
        Choose a plan to get credits each month.
      </Figure>
    );
  const isLast = subscriptionEnds !== null && subscriptionEnds <= cycleEnds;
  if (isLast)
    return (
      <Figure label="Your plan ends" value={dayText(subscriptionEnds)}>
        Your credits don't renew.
      </Figure>
    );
  return (
    <Figure label="Credits renew" value={dayText(cycleEnds)}>
      {own.next !== null && own.next !== 'none'
        ? `Then ${own.next.label} begins.`
        : subscriptionEnds !== null
          ? `Your plan ends ${dayText(subscriptionEnds)}.`
          : allocation !== null && `You have ${numberText(allocation)} again.`}
    </Figure>
  );
}

type Forecast = NonNullable<Plans['forecast']>;

function pace({ creditsPerDay, requests }: Forecast): string {
  if (creditsPerDay > 0)
    return `About ${countText(Math.max(1, Math.round(creditsPerDay)), 'credit', 'credits')} a day in the last week.`;
  return requests === 0 ? 'No request in the last week.' : 'No credit used in the last week.';
}

function forecastTitle(own: Plans['own'], forecast: Forecast): string {
  if (own.credits === 0) return 'Used up';
  if (forecast.usedUpAt !== null) return `Used up about ${dayText(forecast.usedUpAt)}`;
  if (forecast.creditsPerDay === 0) return 'Nothing used';
  return own.subscriptionEnds === null ? 'Enough until they renew' : 'Enough until the end';
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <Paper withBorder p="sm" flex="1 1 180px">
      <Stack gap={2}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fw={600} size="lg">
          {value}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      </Stack>
    </Paper>
  );
}
