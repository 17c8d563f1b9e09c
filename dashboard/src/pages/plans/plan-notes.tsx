/** What is about to happen to the plan, or has: an open payment, a change, an end, a block; and whom to ask. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { dayText } from '../../formats.ts';
import { useChange } from '../../use-api.ts';
import { useStripePage } from './stripe-page.ts';

type Plans = Answer<'GET /api/plans'>;

export function PlanNotes({ data }: { readonly data: Plans }) {
  const { own } = data;
  const isUsedUp = own.name === 'trial' && own.credits === 0;
  const isUsual = !own.isBlocked && !isUsedUp && ['trial', 'active'].includes(own.status);
  if (isUsual && data.hasPayment) return null;
  return (
    <Stack gap="sm">
      {own.isBlocked && (
        <Note title="Your account is blocked" isBad>
          Requests to your URLs are refused until an administrator takes this back.
        </Note>
      )}
      {own.status === 'grace' && <OpenPayment data={data} />}
      {own.status === 'cancelling' && <Leaving data={data} />}
      {own.status === 'expired' && (
        <Note title="Your subscription has ended" isBad>
          Requests to your URLs are refused with 403. Your endpoints and connections stay: with a plan they
          work again, unchanged.
        </Note>
      )}
      {isUsedUp && (
        <Note title="Your free trial is used up" isBad>
          Your URLs work again, unchanged, when you have a plan.
        </Note>
      )}
      {!data.hasPayment && <Administrators addresses={data.administrators} />}
    </Stack>
  );
}

function OpenPayment({ data }: { readonly data: Plans }) {
  const portal = useStripePage('POST /api/plans/portal');
  const until = data.own.graceEnds;
  return (
    <Note title="A payment failed" isBad>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Your URLs go on answering{until !== null && ` until ${dayText(until)}`}. Pay until then, with the
          same or another card, and nothing else changes.
        </Text>
        {portal.error && <ErrorNote error={portal.error} />}
        {data.hasPayment && (
          <Button size="xs" loading={portal.isPending} onClick={() => portal.mutate({})}>
            Pay now
          </Button>
        )}
      </Stack>
    </Note>
  );
}

function Leaving({ data }: { readonly data: Plans }) {
  const resume = useChange('POST /api/plans/resume');
  const { own } = data;
  const day = dayText(own.subscriptionEnds ?? own.termEnds ?? new Date().toISOString());
  const isEnd = own.next === 'none';
  return (
    <Note title={isEnd ? `Your plan ends on ${day}` : `Your plan changes on ${day}`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isEnd
            ? 'Nothing changes until then. After that, requests to your URLs get an error; nothing is deleted.'
            : own.next !== null &&
              own.next !== 'none' &&
              `Then ${own.next.label} begins, paid ${own.next.interval === 'annual' ? 'every year' : 'every month'}. Nothing changes until then.`}
        </Text>
        {resume.error && <ErrorNote error={resume.error} />}
        {data.hasPayment && own.isPaid && (
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate({})}>
            {isEnd ? 'Keep my plan' : `Stay with ${own.label}`}
          </Button>
        )}
      </Stack>
    </Note>
  );
}

function Administrators({ addresses }: { readonly addresses: readonly string[] }) {
  return (
    <Note title="An administrator sets the plans">
      <Group gap={4}>
        <Text size="sm">Payment is not set up on this service.</Text>
        {addresses.length === 0 ? (
          <Text size="sm">To get another plan or more credits, ask who runs it.</Text>
        ) : (
          <Text size="sm">
            To get another plan or more credits, ask{' '}
            {addresses.map((address, place) => (
              <span key={address}>
                {place > 0 && ' or '}
                <Anchor href={`mailto:${encodeURIComponent(address)}`} underline="always">
                  {address}
                </Anchor>
              </span>
            ))}
            .
          </Text>
        )}
      </Group>
    </Note>
  );
}

interface NoteProps {
  readonly title: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Note({ title, isBad = false, children }: NoteProps) {
  return (
    <Alert
      variant="outline"
      color={isBad ? 'red' : 'brand'}
      icon={isBad ? <IconAlertTriangle /> : <IconInfoCircle />}
      title={title}
    >
      {children}
    </Alert>
  );
}
