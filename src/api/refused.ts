/** What our own rules or Stripe refuse, as an error of the interface with its reason. */
import type { AppContext } from '../app-context.ts';
import { stripeFailure } from '../billing/stripe-failure.ts';
import { ServiceError } from '../errors/errors.ts';
import { RefusedError } from '../errors/refused-error.ts';

export async function explainingRefusals<T>(context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(context, error);
  }
}

function explained({ config, log }: AppContext, error: unknown): unknown {
  if (error instanceof RefusedError) {
    const { key, field, message } = error;
    const data = field === undefined ? message : `${field}: ${message}`;
    return new ServiceError(key, { placeholders: { site: config.siteUrl }, data, cause: error });
  }
  const failure = stripeFailure(error);
  if (!failure) return error;
  if (failure.isMissing) return new ServiceError('notFound', { cause: error });
  if (failure.isCard) return new ServiceError('changeRefused', { data: failure.message, cause: error });
  log.error({ err: error }, 'Stripe refused a request or did not answer');
  return new ServiceError('paymentUnavailable', { cause: error });
}
