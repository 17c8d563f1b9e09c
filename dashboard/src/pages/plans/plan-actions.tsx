/** Cards and invoices at Stripe, and the cancellation. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Answer } from '../../api-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { dayText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import { useStripePage } from './stripe-page.ts';

export function PlanActions({ data }: { readonly data: Answer<'GET /api/plans'> }) {
  const { own, hasPayment } = data;
  const [isOpen, dialog] = useDisclosure(false);
  const portal = useStripePage('POST /api/plans/portal');
  const cancel = useChange('POST /api/plans/cancel', () => {
    dialog.close();
    tellDone('Your plan is cancelled.');
  });
  if (!hasPayment || !own.isPaid) return null;
  const isCancelled = own.next === 'none' || own.status === 'expired';
  return (
    <Stack gap="xs" component="section" aria-labelledby="payment">
      <Title order={2} size="h4" id="payment">
        Payment
      </Title>
      <Group gap="sm">
        <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate({})}>
          Cards and invoices at Stripe
        </Button>
        {!isCancelled && (
          <Button variant="default" onClick={dialog.open}>
            Cancel the plan
          </Button>
        )}
      </Group>
      {portal.error && <ErrorNote error={portal.error} />}
      <ConfirmDialog
        isOpen={isOpen}
        title="Cancel your plan?"
        action="Cancel the plan"
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({})}
        onClose={dialog.close}
      >
        <Text size="sm">
          {own.label} goes on until{' '}
          {own.termEnds === null ? 'the end of what is paid' : dayText(own.termEnds)}, and you can take this
          back until then. After that requests to your URLs are refused with 403. Endpoints, connections and
          settings stay.
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}
