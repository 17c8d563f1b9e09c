/** The billing portal of the emulated Stripe: the plan, the next payment, invoices, and buttons to cancel or keep it. */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { attempt, openInvoices } from './stripe-invoices.ts';
import type { Invoice, PortalSession, Subscription } from './stripe-objects.ts';
import { dayText, dollars, escaped, stripePage } from './stripe-page.ts';
import { releaseSchedule } from './stripe-schedules.ts';
import { updateSubscription } from './stripe-subscriptions.ts';
import type { StripeWorld } from './stripe-world.ts';

export function portalPage(world: StripeWorld, { method, path, body }: EmulatedCall): EmulatedAnswer {
  const session = world.portals.get(path.split('/').at(-1) ?? '');
  if (!session) {
    return stripePage('This page is no longer there', '<p>Open it again from the dashboard.</p>', 404);
  }
  if (method === 'POST') {
    act(world, session, new URLSearchParams(body.toString('utf8')).get('do') ?? '');
    // So that loading the page again does nothing again.
    return { status: 303, headers: { location: session.url } };
  }
  const subscription = subscriptionOf(world, session);
  const invoices = [...world.invoices.values()].filter(({ customer }) => customer === session.customer);
  const parts = [
    subscription ? planPart(world, subscription) : '<p>There is no plan.</p>',
    openPart(openInvoices(world, session.customer)),
    invoicePart(invoices.toReversed().slice(0, 12)),
    `<p><a href="${escaped(session.return_url)}">Back to Tablecast</a></p>`,
  ];
  return stripePage('Your plan and invoices', parts.join('\n'));
}

function act(world: StripeWorld, session: PortalSession, wanted: string): void {
  const subscription = subscriptionOf(world, session);
  if (wanted === 'pay') {
    world.declining.delete(session.customer);
    for (const invoice of openInvoices(world, session.customer)) attempt(world, invoice);
  } else if (subscription && (wanted === 'cancel' || wanted === 'keep')) {
    // A planned change is given up: a schedule forbids to cancel.
    if (subscription.schedule !== null) releaseSchedule(world, subscription.schedule);
    updateSubscription(world, subscription.id, { cancel_at_period_end: String(wanted === 'cancel') });
  }
}

/** The newest that has not ended. */
function subscriptionOf(world: StripeWorld, { customer }: PortalSession): Subscription | undefined {
  return [...world.subscriptions.values()].findLast(
    (one) => one.customer === customer && one.status !== 'canceled',
  );
}

function planPart(world: StripeWorld, subscription: Subscription): string {
  const [{ price, current_period_end: end }] = subscription.items.data;
  const name = world.products.get(price.product)?.name ?? 'Plan';
  const amount = `${dollars(price.unit_amount)} per ${price.recurring.interval}`;
  const ends = subscription.cancel_at_period_end;
  return `<dl>
<dt>Plan</dt><dd>${escaped(name)}, ${amount}</dd>
<dt>${ends ? 'Ends' : 'Next payment'}</dt><dd>${ends ? dayText(end) : `${dollars(nextAmount(world, subscription))} on ${dayText(end)}`}</dd>
</dl>
${ends ? button('keep', 'Keep plan') : button('cancel', 'Cancel plan')}`;
}

/** That of the price which a planned change brings. */
function nextAmount(world: StripeWorld, { schedule, items: { data } }: Subscription): number {
  const [{ price, current_period_end: end }] = data;
  const phase = world.schedules.get(schedule ?? '')?.phases.find(({ start_date }) => start_date >= end);
  return (world.prices.get(phase?.items[0]?.price ?? '') ?? price).unit_amount;
}

function openPart(open: readonly Invoice[]): string {
  if (open.length === 0) return '';
  const sum = dollars(open.reduce((total, { amount_due: due }) => total + due, 0));
  return `<p>A payment failed: your card was declined.</p>\n${button('pay', `Pay ${sum} with another card`)}`;
}

function invoicePart(invoices: readonly Invoice[]): string {
  if (invoices.length === 0) return '';
  const rows = invoices.map(
    ({ created, amount_due: due, status }) =>
      `<tr><td>${dayText(created)}</td><td>${dollars(due)}</td><td>${status}</td></tr>`,
  );
  return `<h2>Invoices</h2>\n<table><thead><tr><th>Date</th><th>Amount</th><th>State</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function button(action: string, label: string): string {
  return `<form method="post"><button name="do" value="${action}">${label}</button></form>`;
}
