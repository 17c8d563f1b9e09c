/** What an administrator has searched for over all accounts. */
import { Stack, Text } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';
import { AccountLink } from './account-link.tsx';

export function FoundObjects({ search }: { readonly search: string }) {
  const found = useApi('GET /api/administrator/search', { query: { search } });
  return (
    <section aria-label="Found">
      <Panel query={found} failed="The search failed" height={60}>
        {({ accounts, endpoints }) => (
          <Stack gap={4} component="ul" className="plain-list">
            {accounts.map(({ id, email }) => (
              <li key={id}>
                <AccountLink id={id} email={email} />
              </li>
            ))}
            {endpoints.map(({ id, name, accountId, email }) => (
              <li key={id}>
                {name}, <AccountLink id={accountId} email={email} />
              </li>
            ))}
            {accounts.length + endpoints.length === 0 && (
              <li>
                <Text c="dimmed">Nothing found.</Text>
              </li>
            )}
          </Stack>
        )}
      </Panel>
    </section>
  );
}
