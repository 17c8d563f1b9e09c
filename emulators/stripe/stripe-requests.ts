/** What comes before an operation of the emulated Stripe: the secret key, and keys that make a repeated call one. */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { refusalAnswer, StripeRefusal } from './stripe-error.ts';
import { answerStripe } from './stripe-routes.ts';
import { apiVersion, type StripeWorld } from './stripe-world.ts';

interface Kept {
  readonly request: string;
  readonly answer: EmulatedAnswer;
}

export function stripeRequests(
  world: StripeWorld,
  secretKey: string,
): (call: EmulatedCall) => EmulatedAnswer {
  const kept = new Map<string, Kept>();

  function once(call: EmulatedCall): EmulatedAnswer {
    const key = call.headers['idempotency-key'];
    if (call.method !== 'POST' || typeof key !== 'string') return answered(call);
    const request = `${call.path} ${call.body.toString('utf8')}`;
    const before = kept.get(key);
    if (before && before.request !== request) {
      throw new StripeRefusal(
        'idempotency',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (before) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
    const answer = answered(call);
    kept.set(key, { request, answer });
    return answer;
  }

  function answered(call: EmulatedCall): EmulatedAnswer {
    try {
      return answerStripe(world, call);
    } catch (error) {
      if (error instanceof StripeRefusal) return refusalAnswer(error);
      throw error;
    }
  }

  return (call) => {
    try {
      requireKey(call, secretKey);
      const answer = once(call);
      return { ...answer, headers: { ...answer.headers, ...common(world) } };
    } catch (error) {
      if (error instanceof StripeRefusal) return { ...refusalAnswer(error), headers: common(world) };
      throw error;
    }
  };
}

function common(world: StripeWorld): Record<string, string> {
  return { 'request-id': world.id('req'), 'stripe-version': apiVersion };
}

function requireKey({ headers }: EmulatedCall, secretKey: string): void {
  const given = headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (given === '') {
    throw new StripeRefusal('api_key', 'You did not provide an API key.');
  }
  if (given !== secretKey) {
    const hidden = `${given.slice(0, 8)}${'*'.repeat(Math.max(0, given.length - 12))}${given.slice(-4)}`;
    throw new StripeRefusal('api_key', `Invalid API Key provided: ${hidden}`);
  }
}
