/** The operations of the emulated Stripe by method and path, with expanded fields, in the version of the client. */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { createCustomer, createPrice, listPrices } from './stripe-catalog.ts';
import { createPortalSession, createSession } from './stripe-checkout.ts';
import { StripeRefusal } from './stripe-error.ts';
import { type FormValue, readForm } from './stripe-form.ts';
import { createSchedule, releaseSchedule, updateSchedule } from './stripe-schedules.ts';
import { cancelSubscription, listSubscriptions, updateSubscription } from './stripe-subscriptions.ts';
import { requireObject, type StripeWorld } from './stripe-world.ts';

type Operation = (world: StripeWorld, form: FormValue, id: string) => object;

const operations: readonly (readonly [method: string, path: RegExp, run: Operation])[] = [
  ['POST', /^\/v1\/customers$/, (world, form) => createCustomer(world, form)],
  ['GET', /^\/v1\/customers\/([^/]+)$/, (world, _form, id) => requireObject(world.customers, 'customer', id)],
  ['POST', /^\/v1\/prices$/, (world, form) => createPrice(world, form)],
  ['GET', /^\/v1\/prices$/, (world, form) => listPrices(world, form)],
  ['POST', /^\/v1\/checkout\/sessions$/, (world, form) => createSession(world, form)],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/([^/]+)$/,
    (world, _form, id) => requireObject(world.sessions, 'checkout.session', id),
  ],
  ['POST', /^\/v1\/billing_portal\/sessions$/, (world, form) => createPortalSession(world, form)],
  ['GET', /^\/v1\/subscriptions$/, (world, form) => listSubscriptions(world, form)],
  [
    'GET',
    /^\/v1\/subscriptions\/([^/]+)$/,
    (world, _form, id) => requireObject(world.subscriptions, 'subscription', id),
  ],
  ['POST', /^\/v1\/subscriptions\/([^/]+)$/, (world, form, id) => updateSubscription(world, id, form)],
  ['DELETE', /^\/v1\/subscriptions\/([^/]+)$/, (world, form, id) => cancelSubscription(world, id, form)],
  ['POST', /^\/v1\/subscription_schedules$/, (world, form) => createSchedule(world, form)],
  ['POST', /^\/v1\/subscription_schedules\/([^/]+)$/, (world, form, id) => updateSchedule(world, id, form)],
  [
    'POST',
    /^\/v1\/subscription_schedules\/([^/]+)\/release$/,
    (world, _form, id) => releaseSchedule(world, id),
  ],
  ['GET', /^\/v1\/invoices\/([^/]+)$/, (world, _form, id) => requireObject(world.invoices, 'invoice', id)],
];

export function answerStripe(
  world: StripeWorld,
  { method, path, query, body }: EmulatedCall,
): EmulatedAnswer {
  const sent = readForm(body.length > 0 ? body.toString('utf8') : query.toString());
  const { expand, ...form } = typeof sent === 'object' && !Array.isArray(sent) ? sent : {};
  for (const [allowed, pattern, run] of operations) {
    const [found, id = ''] = allowed === method ? (pattern.exec(path) ?? []) : [];
    if (found === undefined) continue;
    const result = structuredClone(run(world, form, id));
    for (const field of Array.isArray(expand) ? expand : [])
      expandField(world, result, String(field).split('.'));
    return { status: 200, body: result };
  }
  throw new StripeRefusal('missing', `Unrecognized request URL (${method}: ${path}).`);
}

/** Replaces the id in a field by the object itself. */
function expandField(world: StripeWorld, within: unknown, [name = '', ...rest]: readonly string[]): void {
  if (Array.isArray(within)) {
    for (const one of within) expandField(world, one, [name, ...rest]);
    return;
  }
  if (typeof within !== 'object' || within === null || !(name in within)) {
    throw new StripeRefusal('invalid', `This property cannot be expanded (${name}).`);
  }
  const inner: unknown = Reflect.get(within, name);
  if (rest.length > 0) expandField(world, inner, rest);
  else if (typeof inner === 'string') Reflect.set(within, name, structuredClone(world.find(inner) ?? inner));
}
