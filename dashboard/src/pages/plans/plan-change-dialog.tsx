/** What a change of plan costs and brings, with dates and amounts, before the owner agrees. */
import { Button, Group, List, Modal, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Answer, Input } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { dayText, moneyText, numberText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';

export type WantedTerm = Input<'POST /api/plans/quote'>['body'];
type Quote = Answer<'POST /api/plans/quote'>;

interface PlanChangeDialogProps {
  readonly wanted: WantedTerm;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function PlanChangeDialog({ wanted, isOpen, onClose }: PlanChangeDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change your plan" centered>
      <QuotedChange key={`${wanted.plan} ${wanted.interval}`} wanted={wanted} onClose={onClose} />
    </Modal>
  );
}

function QuotedChange({ wanted, onClose }: Omit<PlanChangeDialogProps, 'isOpen'>) {
  // What was agreed to stays in sight, also when the plan has changed meanwhile.
  const [agreed, setAgreed] = useState<Quote>();
  const quote = useApi('POST /api/plans/quote', { body: wanted }, { enabled: agreed === undefined });
  const change = useChange('POST /api/plans/change', ({ url }) => {
    if (url !== null) return location.assign(url);
    tellDone(
      agreed?.kind === 'smaller' ? 'Your plan changes at the end of what is paid.' : 'Your plan is changed.',
    );
    return onClose();
  });
  if (quote.isPending)
    return (
      <div role="status" aria-label="Loading">
        <Skeleton height={120} />
      </div>
    );
  if (quote.isError) return <ErrorNote error={quote.error} onRetry={() => quote.refetch()} />;
  return (
    <Stack>
      <List size="sm" spacing={6}>
        {sentences(quote.data).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {change.error && <ErrorNote error={change.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={change.isPending}
          onClick={() => {
            setAgreed(quote.data);
            change.mutate({ body: wanted });
          }}
        >
          {actionText(quote.data)}
        </Button>
      </Group>
    </Stack>
  );
}

function actionText({ kind, cents, label }: Quote): string {
  if (kind === 'begin') return `Pay ${moneyText(cents)} at Stripe`;
  if (kind === 'larger' && cents > 0) return `Pay ${moneyText(cents)} and change`;
  return `Change to ${label}`;
}

function sentences(quote: Quote): string[] {
  const { kind, label, interval, at, creditedCents, credits, allocation, nextCents, nextAt } = quote;
  const each = interval === 'annual' ? 'year' : 'month';
  const later =
    nextAt !== null && `${dayText(nextAt)}: the next payment, ${moneyText(nextCents)} for a ${each}.`;
  const balance =
    credits === null ? 'Your credits have no limit.' : `Your balance is then ${numberText(credits)} credits.`;
  const monthly = allocation !== null && `After that ${numberText(allocation)} credits every month.`;
  if (kind === 'smaller')
    return present([
      `${label} begins on ${dayText(at)}, at the end of what you have paid. Nothing changes until then.`,
      monthly,
      later,
      'You can take this back until then.',
    ]);
  if (kind === 'stay') return ['You have this plan already, and stay with it.'];
  return present([
    firstSentence(quote, each),
    creditedCents > 0 && `${moneyText(creditedCents)} of what you paid is credited against later payments.`,
    balance,
    monthly,
    later,
    kind === 'larger' && 'If the card is declined, nothing changes.',
  ]);
}

function firstSentence({ kind, label, isNewTerm, cents, nextAt }: Quote, each: string): string {
  if (kind === 'begin')
    return `${label} begins as soon as it is paid: ${moneyText(cents)} for a ${each}. You pay at Stripe; card data never comes here.`;
  if (cents === 0) return `${label} begins at once. There is nothing to pay now.`;
  return isNewTerm
    ? `${label} begins at once. You pay about ${moneyText(cents)} now: a ${each} from today, less the rest of what you paid before.`
    : `${label} begins at once. You pay about ${moneyText(cents)} now: the difference${nextAt === null ? '' : ` until ${dayText(nextAt)}`}.`;
}

const present = (parts: readonly (string | false)[]): string[] => parts.filter((part) => part !== false);
