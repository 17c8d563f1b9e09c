/** Why the address answers nobody now, and the way to mend it; nothing while it works. */
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { TextLink } from '../../components/links.tsx';
import { useApi } from '../../use-api.ts';

type StateBannerProps = Pick<
  Answer<'GET /api/endpoints/:id'>,
  'connectionId' | 'connectionState' | 'connectionProblem' | 'sourceLabel'
>;

/** By the state of the account. */
const refusals: Readonly<Record<string, string>> = {
  'free trial expired': 'The free trial is used up: hits are refused until you choose a plan.',
  'credit balance zero': 'There are no credits left: hits are refused until there are new ones.',
  'subscription expired': 'The subscription has ended: hits are refused until it is renewed.',
  'account blocked': 'The account is blocked: hits are refused. Ask the administrator.',
};

export function StateBanner(endpoint: StateBannerProps) {
  const { connectionId, connectionState, connectionProblem, sourceLabel } = endpoint;
  const { data: account } = useApi('GET /api/account', {});
  const refusal = account && refusals[account.state];
  const isStopped = connectionId !== null && connectionState !== 'working';
  return (
    <>
      {isStopped && (
        <Banner title={`The connection to ${sourceLabel} has stopped`}>
          {connectionState === 'stopped'
            ? `${connectionProblem ?? `${sourceLabel} does not accept it any more.`} Hits are refused. `
            : 'It was disconnected: hits are refused. '}
          <TextLink to="/connections/$id" params={{ id: connectionId }} underline="always">
            Reconnect
          </TextLink>
        </Banner>
      )}
      {refusal !== undefined && (
        <Banner title="The account cannot serve hits now">
          {refusal}{' '}
          {account?.state !== 'account blocked' && (
            <TextLink to="/plans" underline="always">
              To the plans
            </TextLink>
          )}
        </Banner>
      )}
    </>
  );
}

function Banner({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Alert variant="outline" color="red" icon={<IconAlertTriangle />} title={title} role="alert">
      <Text size="sm">{children}</Text>
    </Alert>
  );
}
