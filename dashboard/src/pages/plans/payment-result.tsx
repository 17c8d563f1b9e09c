/** What became of a payment, for who comes back from Stripe: asked until it is there, and not for ever. */
import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { numberText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';

const askEveryMs = 2_000;
const askForMs = 60_000;

interface PaymentResultProps {
  readonly session: string;
  readonly onClose: () => void;
}

export function PaymentResult({ session, onClose }: PaymentResultProps) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(true);
  const payment = useApi(
    'GET /api/plans/payment',
    { query: { session } },
    { refetchInterval: isAsking && askEveryMs },
  );
  const account = useApi('GET /api/account', {});
  const state = payment.data?.state;
  useEffect(() => {
    const late = setTimeout(() => setAsking(false), askForMs);
    return () => clearTimeout(late);
  }, []);
  useEffect(() => {
    if (state !== 'done') return;
    setAsking(false);
    void queries.invalidateQueries({ queryKey: ['GET /api/account'] });
    void queries.invalidateQueries({ queryKey: ['GET /api/plans'] });
  }, [state, queries]);
  if (payment.isError)
    return (
      <ErrorNote error={payment.error} title="The payment could not be looked up" onRetry={payment.refetch} />
    );
  if (state === 'done')
    return (
      <Alert
        variant="outline"
        role="status"
        icon={<IconCheck />}
        title="Payment received"
        withCloseButton
        closeButtonLabel="Close"
        onClose={onClose}
      >
        {payment.data?.kind === 'credits'
          ? 'The credits are there.'
          : 'Your plan has begun, and its credits are there.'}
        {typeof account.data?.credits === 'number' && ` Your balance is ${numberText(account.data.credits)}.`}
      </Alert>
    );
  if (state === 'open')
    return (
      <Alert
        variant="outline"
        role="status"
        icon={<IconInfoCircle />}
        title="The payment was not finished"
        withCloseButton
        closeButtonLabel="Close"
        onClose={onClose}
      >
        Nothing was charged. You can begin again whenever you like.
      </Alert>
    );
  return (
    <Alert variant="outline" role="status" icon={<IconClock />} title="Waiting for the payment">
      {isAsking ? (
        <Loader size="sm" type="dots" aria-label="Waiting" />
      ) : (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            It is not confirmed yet. Some ways to pay take days; your plan or your credits come by themselves
            when it is.
          </Text>
          <Button size="xs" variant="default" onClick={() => payment.refetch()}>
            Look again
          </Button>
        </Stack>
      )}
    </Alert>
  );
}
