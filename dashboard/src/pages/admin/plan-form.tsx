/** Sets the plan of an account: it begins at once, with a new billing cycle. */
import { Button, Group, NativeSelect, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';
import type { AccountDetails } from './account-details.ts';

export function PlanForm({ account }: { readonly account: AccountDetails }) {
  const plans = useApi('GET /api/plans', {});
  const [plan, setPlan] = useState(account.plan);
  const [interval, setInterval] = useState(account.interval);
  const [credits, setCredits] = useState<number | string>(
    account.plan === 'custom' ? (account.allocation ?? '') : '',
  );
  const change = useChange('PATCH /api/administrator/accounts/:id', () =>
    tellDone(`${account.email} has another plan.`),
  );
  const names = plans.data?.plans ?? [];
  if (account.isPaid)
    return (
      <Stack gap="xs">
        <Title order={3} size="h5">
          Plan
        </Title>
        <Text size="sm">It is paid at Stripe, so its owner changes and cancels it.</Text>
      </Stack>
    );
  const submit = (): void =>
    change.mutate({
      params: { id: account.id },
      body: {
        plan,
        ...(plan !== 'trial' && { interval }),
        ...(plan === 'custom' && typeof credits === 'number' && { credits }),
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <Title order={3} size="h5">
          Plan
        </Title>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Plan"
            data={names.map(({ name, label }) => ({ value: name, label }))}
            value={plan}
            onChange={({ currentTarget }) =>
              setPlan(names.find(({ name }) => name === currentTarget.value)?.name ?? plan)
            }
          />
          {plan !== 'trial' && (
            <NativeSelect
              label="Term"
              data={['monthly', 'annual']}
              value={interval}
              onChange={({ currentTarget }) =>
                setInterval(currentTarget.value === 'annual' ? 'annual' : 'monthly')
              }
            />
          )}
          {plan === 'custom' && (
            <NumberInput
              label="Credits a month"
              placeholder="no limit"
              value={credits}
              onChange={setCredits}
              allowDecimal={false}
              allowNegative={false}
              max={999_999_999}
              hideControls
              w={140}
            />
          )}
          <Button type="submit" variant="default" loading={change.isPending}>
            Set the plan
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          It begins at once: a new billing cycle with all its credits.
        </Text>
        {change.error && <ErrorNote error={change.error} />}
      </Stack>
    </form>
  );
}
