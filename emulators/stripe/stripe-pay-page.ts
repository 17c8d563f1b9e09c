/** Checkout of the emulated Stripe for people: a page with the amount and one button. */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { pay } from './stripe-checkout.ts';
import { refusalAnswer, StripeRefusal } from './stripe-error.ts';
import { dollars, escaped, stripePage } from './stripe-page.ts';
import type { StripeWorld } from './stripe-world.ts';

export function payPage(world: StripeWorld, { method, path }: EmulatedCall): EmulatedAnswer {
  const session = world.sessions.get(path.split('/').at(-1) ?? '');
  if (!session) return stripePage('There is no such payment', '', 404);
  if (method !== 'POST') {
    const amount = dollars(session.amount_total);
    const back =
      session.cancel_url === null
        ? ''
        : `<p><a href="${escaped(session.cancel_url)}">Back, without paying</a></p>`;
    return stripePage('Checkout', `<form method="post"><button>Pay ${amount}</button></form>\n${back}`);
  }
  try {
    pay(world, session.id);
    const page = session.success_url?.replace('{CHECKOUT_SESSION_ID}', session.id);
    return { status: 303, headers: { location: page ?? '/' } };
  } catch (error) {
    if (error instanceof StripeRefusal) return refusalAnswer(error);
    throw error;
  }
}
