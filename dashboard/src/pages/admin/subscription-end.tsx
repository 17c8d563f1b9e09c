/** The day from which the URLs of an account are refused, if there is one. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { dayText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';

export function SubscriptionEnd({ account }: { readonly account: AccountDetails }) {
  const { id, subscriptionEnds, isPaid } = account;
  const [day, setDay] = useState(subscriptionEnds?.slice(0, 10) ?? '');
  const change = useChange('PATCH /api/administrator/accounts/:id', () => tellDone('The end is set.'));
  const set = (end: string | null): void =>
    change.mutate({ params: { id }, body: { subscriptionEnds: end } });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(`${day}T00:00:00.000Z`);
      }}
    >
      <Stack gap="xs">
        <Title order={3} size="h5">
          End of the subscription
        </Title>
        <Text size="sm" c="dimmed">
          {subscriptionEnds === null
            ? 'It has no end.'
            : `From ${dayText(subscriptionEnds)} on its URLs are refused with 403.`}
        </Text>
        {!isPaid && (
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Ends on (UTC)"
              type="date"
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
              required
            />
            <Button type="submit" variant="default" loading={change.isPending}>
              Set the end
            </Button>
            {subscriptionEnds !== null && (
              <Button variant="default" onClick={() => set(null)}>
                No end
              </Button>
            )}
          </Group>
        )}
        {change.error && <ErrorNote error={change.error} />}
      </Stack>
    </form>
  );
}
