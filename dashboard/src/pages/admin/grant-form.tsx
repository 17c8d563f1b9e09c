/** Gives credits to an account, with a reason that is kept in the log. */
import { Button, Group, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { numberText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';

export function GrantForm({ account }: { readonly account: AccountDetails }) {
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const grant = useChange('POST /api/administrator/accounts/:id/credits', ({ credits }) => {
    setAmount('');
    setReason('');
    tellDone(`Granted. The balance is ${numberText(credits ?? 0)}.`);
  });
  const isLimited = account.credits !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof amount === 'number')
          grant.mutate({ params: { id: account.id }, body: { amount, reason } });
      }}
    >
      <Stack gap="xs">
        <Title order={3} size="h5">
          Grant credits
        </Title>
        {isLimited ? (
          <>
            <Text size="sm" c="dimmed">
              They are added to the balance of this billing cycle.
            </Text>
            <Group align="flex-end" gap="sm">
              <NumberInput
                label="Amount"
                value={amount}
                onChange={setAmount}
                allowDecimal={false}
                allowNegative={false}
                min={1}
                max={1_000_000}
                hideControls
                required
                w={110}
              />
              <TextInput
                label="Reason"
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
                maxLength={200}
                required
                flex="1 1 160px"
              />
              <Button type="submit" variant="default" loading={grant.isPending}>
                Grant
              </Button>
            </Group>
          </>
        ) : (
          <Text size="sm">This account has no limit.</Text>
        )}
        {grant.error && <ErrorNote error={grant.error} />}
      </Stack>
    </form>
  );
}
