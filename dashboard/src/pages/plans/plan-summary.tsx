/** Balance, forecast and the day of new credits. */
import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { dayText, numberText } from '../../formats.ts';

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
      <NewCredits own={own} />
      <Figure label="Forecast" value={forecastTitle(data)}>
        {forecast.creditsPerDay > 0
          ? `About ${numberText(Math.max(1, Math.round(forecast.creditsPerDay)))} credits a day in the last week.`
          : 'No hit in the last week.'}
      </Figure>
    </Group>
  );
}

function NewCredits({ own }: Pick<Plans, 'own'>) {
  const { cycleEnds, subscriptionEnds, allocation } = own;
  if (cycleEnds === null)
    return (
      <Figure label="New credits" value="None">
        They come with a plan.
      </Figure>
    );
  const isLast = subscriptionEnds !== null && subscriptionEnds <= cycleEnds;
  if (isLast)
    return (
      <Figure label="Ends on" value={dayText(subscriptionEnds)}>
        No new credits after that.
      </Figure>
    );
  return (
    <Figure label="New credits on" value={dayText(cycleEnds)}>
      {own.next !== null && own.next !== 'none'
        ? `Then ${own.next.label} begins.`
        : allocation !== null && `The balance is ${numberText(allocation)} again.`}
    </Figure>
  );
}

function forecastTitle({ own, forecast }: Plans): string {
  if (own.credits === null) return 'No limit';
  if (own.credits === 0) return 'Used up';
  if (forecast.usedUpAt !== null) return `Used up about ${dayText(forecast.usedUpAt)}`;
  return forecast.creditsPerDay > 0 ? 'Enough until then' : 'Nothing used';
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
