/** Who is signed in, on which plan, with how many credits, and how long they last. */
import { Anchor, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { Section } from '../../components/section.tsx';
import { dayText, numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';

type Account = Answer<'GET /api/account'>;

export function Profile({ account }: { readonly account: Account }) {
  const plans = useApi('GET /api/plans', {});
  const outlook = plans.data && outlookOf(plans.data.forecast, account);
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['E-mail', account.isLocal ? 'none yet' : account.email],
    ['Signs in with', waysIn(account)],
    ['Plan', account.planLabel],
    ['State', account.state],
    ['Credits', creditsOf(account)],
    ...(account.renewsAt === null ? [] : [['Credits renew', dayText(account.renewsAt)] as const]),
    ...(account.endsAt === null ? [] : [['Plan ends', dayText(account.endsAt)] as const]),
    ...(outlook === undefined ? [] : [['At this pace', outlook] as const]),
  ];
  return (
    <Section title="Profile">
      <Table w="auto" verticalSpacing={6} withRowBorders={false} style={{ alignSelf: 'flex-start' }}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} c="dimmed" pl={0}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Anchor component={Link} to="/plans" size="sm">
          Plans and credits
        </Anchor>
        <Anchor component={Link} to="/usage" size="sm">
          Usage
        </Anchor>
      </Group>
    </Section>
  );
}

function waysIn({ hasPassword, hasGoogle }: Account): string {
  const ways = [...(hasPassword ? ['password'] : []), ...(hasGoogle ? ['Google'] : [])];
  return ways.length > 0 ? ways.join(', ') : 'the printed link only';
}

function creditsOf({ credits, allocation }: Account): string {
  if (credits === null) return 'no limit';
  return allocation === null
    ? `${numberText(credits)} left`
    : `${numberText(credits)} left of ${numberText(allocation)}`;
}

function outlookOf(
  forecast: Answer<'GET /api/plans'>['forecast'],
  { renewsAt }: Account,
): string | undefined {
  if (forecast === null || forecast.creditsPerDay === 0) return undefined;
  if (forecast.usedUpAt !== null) return `your credits last until ${dayText(forecast.usedUpAt)}`;
  return renewsAt === null ? undefined : 'your credits last until they renew';
}
