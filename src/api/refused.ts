/** What the rules of plans, payment and accounts refuse, as an error of the interface with its reason. */
import { AccountError } from '../accounts/account-error.ts';
import type { AppContext } from '../app-context.ts';
import { PaymentError } from '../billing/stripe-client.ts';
import { stripeFailure } from '../billing/stripe-failure.ts';
import { ServiceError } from '../errors/errors.ts';
import { PlanRefusal } from '../ledger/plans/transitions.ts';

export async function explainingRefusals<T>(context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(context, error);
  }
}

const refusals = [AccountError, PaymentError, PlanRefusal] as const;

function explained({ log }: AppContext, error: unknown): unknown {
  if (error instanceof Error && refusals.some((refusal) => error instanceof refusal))
    return new ServiceError('changeRefused', { data: error.message, cause: error });
  const failure = stripeFailure(error);
  if (!failure) return error;
  if (failure.isMissing) return new ServiceError('notFound', { cause: error });
  if (failure.isCard) return new ServiceError('changeRefused', { data: failure.message, cause: error });
  log.error({ err: error }, 'Stripe refused a request or did not answer');
  return new ServiceError('paymentUnavailable', { cause: error });
}
