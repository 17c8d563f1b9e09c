/** More credits in this billing cycle, for what one of the plan costs. */
import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { dayText, moneyText, numberText } from '../../formats.ts';
import { useStripePage } from './stripe-page.ts';

export function AddedCredits({ data }: { readonly data: Answer<'GET /api/plans'> }) {
  const { fewest, most, cents } = data.addedCredits;
  const [amount, setAmount] = useState<number | string>(100);
  const [problem, setProblem] = useState<string>();
  const buy = useStripePage('POST /api/plans/credits');
  if (cents === null) return null;
  const isRight = typeof amount === 'number' && amount >= fewest && amount <= most;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(isRight ? undefined : `Enter a number from ${numberText(fewest)} to ${numberText(most)}.`);
    if (isRight) buy.mutate({ body: { credits: amount } });
  };
  return (
    <Stack gap="xs" component="section" aria-labelledby="more-credits">
      <Title order={2} size="h4" id="more-credits">
        More credits
      </Title>
      <Text size="sm" c="dimmed">
        {moneyText(cents)} each. They count in this billing cycle
        {data.own.cycleEnds !== null && `, until ${dayText(data.own.cycleEnds)}`}, and do not roll over.
      </Text>
      <form onSubmit={submit}>
        <Group align="flex-start" gap="sm">
          <NumberInput
            label="Credits to add"
            value={amount}
            onChange={setAmount}
            error={problem}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            thousandSeparator=","
            w={220}
          />
          <Button type="submit" variant="default" mt={22} loading={buy.isPending}>
            {isRight ? `Buy for ${moneyText(amount * cents)}` : 'Buy'}
          </Button>
        </Group>
      </form>
      {buy.error && <ErrorNote error={buy.error} />}
    </Stack>
  );
}
