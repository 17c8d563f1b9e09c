/** One account beside the list: what it is, and all that an administrator can do with it. */
import { Divider, Drawer, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { dayText, limitText, numberText, preciseLimitText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';
import { AccountDanger } from './account-danger.tsx';
import type { AccountDetails } from './account-details.ts';
import { AccountEndpoints } from './account-endpoints.tsx';
import { AccountNote } from './account-note.tsx';
import { GrantForm } from './grant-form.tsx';
import { PasswordLink } from './password-link.tsx';
import { PlanForm } from './plan-form.tsx';
import { StateText } from './state-text.tsx';
import { SubscriptionEnd } from './subscription-end.tsx';

interface AccountDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => unknown;
}

export function AccountDrawer({ id, onClose }: AccountDrawerProps) {
  return (
    <Drawer opened={id !== undefined} onClose={() => onClose()} position="right" size="lg" title="Account">
      {id !== undefined && <AccountPanel key={id} id={id} onClose={onClose} />}
    </Drawer>
  );
}

function AccountPanel({ id, onClose }: { readonly id: string; readonly onClose: () => unknown }) {
  const account = useApi('GET /api/administrator/accounts/:id', { params: { id } });
  return (
    <Panel query={account} failed="The account could not be loaded" height={320}>
      {(data) => (
        <Stack>
          <Facts account={data} />
          <AccountNote account={data} />
          <Divider />
          <AccountEndpoints account={data} />
          <Divider />
          <PlanForm account={data} />
          <Divider />
          <SubscriptionEnd account={data} />
          <Divider />
          <GrantForm account={data} />
          <Divider />
          <PasswordLink account={data} />
          <Divider />
          <AccountDanger account={data} onDeleted={onClose} />
        </Stack>
      )}
    </Panel>
  );
}

const ofAllowed = (allowed: number | null, text: (value: number) => string): string =>
  allowed === null ? ', no limit' : ` of ${text(allowed)}`;

function renewalText({ cycleEnds, subscriptionEnds }: AccountDetails): string {
  if (subscriptionEnds !== null) return `, ends ${dayText(subscriptionEnds)}`;
  return cycleEnds === null ? '' : `, renews ${dayText(cycleEnds)}`;
}

function Facts({ account }: { readonly account: AccountDetails }) {
  const { credits, allocation } = account;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['E-mail', account.email],
    ['State', <StateText key="state" state={account.state} />],
    ['Plan', `${account.planLabel}, ${account.interval}${account.isPaid ? ', paid at Stripe' : ''}`],
    [
      'Credits',
      credits === null
        ? 'no limit'
        : `${numberText(credits)}${allocation === null ? '' : ` of ${numberText(allocation)}`}${renewalText(account)}`,
    ],
    ['Endpoints', `${numberText(account.endpoints)}${ofAllowed(account.endpointsAllowed, numberText)}`],
    ['Files', `${preciseLimitText(account.bytes)}${ofAllowed(account.bytesAllowed, limitText)}`],
    ['Created', <Moment key="created" at={account.createdAt} />],
    ['Last visit', <Moment key="visit" at={account.lastVisitAt} />],
  ];
  return (
    <Table verticalSpacing={4} horizontalSpacing={0} withRowBorders={false} layout="fixed">
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w={110} fw={400}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
