/** Credits of the billing cycle: used, left, and what the pace of the last days makes of them. */
import { Stack, Table, Text, Title } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { dayText, numberText } from '../../formats.ts';
import { Total, Totals } from './totals.tsx';

type Credits = Answer<'GET /api/usage'>['credits'];
type CreditEntry = NonNullable<Credits>['entries'][number];

export function CreditsPanel({ credits }: { readonly credits: Credits }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Credits
      </Title>
      {credits === null ? <Text size="sm">Your account has no limit.</Text> : <Counted credits={credits} />}
    </Stack>
  );
}

function Counted({ credits }: { readonly credits: NonNullable<Credits> }) {
  const { left, used, since, cycleEnds, renewsAt, forecast, lastsUntil, entries } = credits;
  return (
    <>
      <Totals>
        <Total
          label={since === null ? 'Used' : 'Used this cycle'}
          value={numberText(used)}
          {...(since !== null && { note: `since ${dayText(since)}` })}
        />
        <Total
          label="Left"
          value={numberText(left)}
          {...(cycleEnds !== null && {
            note: renewsAt === null ? `ends ${dayText(cycleEnds)}` : `renews ${dayText(renewsAt)}`,
          })}
        />
        {forecast !== null && cycleEnds !== null && (
          <Total
            label="Forecast"
            value={numberText(forecast)}
            note={
              lastsUntil === null
                ? `used by ${dayText(cycleEnds)}, at the pace of the last 7 days`
                : `at the pace of the last 7 days they are used up on ${dayText(lastsUntil)}`
            }
          />
        )}
      </Totals>
      {entries.length > 0 && <Ledger entries={entries} used={used} />}
    </>
  );
}

const kinds: Readonly<Record<string, string>> = {
  grant: 'Granted by an administrator',
  cycle: 'New billing cycle',
  plan: 'Credits of the plan',
  set: 'Set by an administrator',
  added: 'Credits added',
  folded: 'Earlier cycles',
};

function Ledger({ entries, used }: { readonly entries: readonly CreditEntry[]; readonly used: number }) {
  return (
    <WideTable label="Changes of the balance" minWidth={280}>
      <Table verticalSpacing={4} aria-label="What changed the balance">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What changed the balance</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th className="numbers">Credits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>Requests (total)</Table.Td>
            <Table.Td />
            <Table.Td className="numbers">{signed(-used)}</Table.Td>
          </Table.Tr>
          {entries.map(({ at, kind, amount }) => (
            <Table.Tr key={`${at} ${kind} ${amount}`}>
              <Table.Td>{kinds[kind] ?? kind}</Table.Td>
              <Table.Td className="one-line">
                <Moment at={at} />
              </Table.Td>
              <Table.Td className="numbers">{signed(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

const signed = (amount: number): string => (amount > 0 ? `+${numberText(amount)}` : numberText(amount));
