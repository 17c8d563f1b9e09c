/** Errors of Stripe's client, told apart without loading it: its refusals for an owner, and failures of the operator. */

interface StripeFailure {
  /** A declined card: its text is for the owner. */
  readonly isCard: boolean;
  /** There is no such object. */
  readonly isMissing: boolean;
  /** Stripe has answered that it did nothing. */
  readonly isRefusal: boolean;
  readonly message: string;
}

/** Undefined for an error of something else. */
export function stripeFailure(error: unknown): StripeFailure | undefined {
  if (!(error instanceof Error) || !('type' in error)) return undefined;
  const { type, message } = error;
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return undefined;
  const code = 'code' in error ? error.code : undefined;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500;
  return { isCard: type === 'StripeCardError', isMissing: code === 'resource_missing', isRefusal, message };
}
