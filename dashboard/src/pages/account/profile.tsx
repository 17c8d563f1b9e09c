/** Who is signed in, on which plan, with how many credits, and how long they last. */
import { Anchor, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { dayText, numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';
import { Section } from './section.tsx';

type Account = Answer<'GET /api/account'>;
type Credits = NonNullable<Answer<'GET /api/usage'>['credits']>;

export function Profile({ account }: { readonly account: Account }) {
  const usage = useApi('GET /api/usage', {});
  const outlook = usage.data?.credits && outlookOf(usage.data.credits);
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['E-mail', account.isLocal ? 'none yet' : account.email],
    ['Signs in with', waysIn(account)],
    ['Plan', account.planLabel],
    ['State', account.state],
    ['Credits', creditsOf(account)],
    ...(account.cycleEnds === null || account.credits === null
      ? []
      : [['New credits', dayText(account.cycleEnds)] as const]),
    ...(!outlook ? [] : [['At this pace', outlook] as const]),
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

function outlookOf({ forecast, lastsUntil }: Credits): string | undefined {
  if (lastsUntil !== null) return `the credits last until ${dayText(lastsUntil)}`;
  return forecast === null ? undefined : 'the credits last until new ones come';
}
