/** The mails about plans and payments, which always arrive: what changes, when, and for which price. */
import { day, type Linked, moment, optionalFact } from './message-parts.ts';
import { fillTemplate, type Message } from './template.ts';

/** `price` as the list of plans has it; undefined of a plan that has none. */
interface PricedPlan extends Linked {
  readonly plan: string;
  readonly price: { readonly dollars: number; readonly each: 'month' | 'year' } | undefined;
}

export function paymentFailed(payment: PricedPlan & { readonly graceEnds: number }): Message {
  const { plan, graceEnds, link } = payment;
  return fillTemplate({
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [
      `We couldn't collect the payment for ${plan}. Nothing changes until ${day(graceEnds)}. From then on, requests to your URLs get an error until it is paid.`,
      'Please check your card or choose another way to pay.',
    ],
    facts: [...planFacts(payment), ['Pay by', moment(graceEnds)]],
    button: { label: 'Check the payment', link },
    reason: billingReason,
  });
}

export function subscriptionEnded(ended: PricedPlan & { readonly endedAt: number }): Message {
  const { plan, endedAt, link } = ended;
  return fillTemplate({
    subject: 'Your subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      `${plan} ended on ${day(endedAt)}. Requests to your URLs now get an error.`,
      'Nothing is deleted. Choose a plan, and the same URLs answer again.',
    ],
    facts: [...planFacts(ended), ['Ended', moment(endedAt)]],
    button: { label: 'Choose a plan', link },
    reason: billingReason,
  });
}

/** `credits` of a month, null for no limit; `renewsAt` is null where it is not known. */
export function planBegan(
  began: PricedPlan & {
    readonly at: number;
    readonly credits: number | null;
    readonly renewsAt: number | null;
  },
): Message {
  const { plan, at, renewsAt, link } = began;
  return fillTemplate({
    subject: `Your plan: ${plan}`,
    heading: `Your plan is ${plan}`,
    paragraphs: [`${plan} began on ${day(at)}. Your URLs stay the same.`],
    facts: [
      ...planFacts(began),
      ...creditsFact(began.credits),
      ['From', day(at)],
      ...optionalFact('Renews', renewsAt === null ? undefined : day(renewsAt)),
    ],
    button: { label: 'Open your plan', link },
    reason: billingReason,
  });
}

/** `before`: the plan until then, with its period. */
export function planWillChange(
  change: PricedPlan & { readonly at: number; readonly credits: number | null; readonly before: string },
): Message {
  const { plan, at, before, link } = change;
  return fillTemplate({
    subject: `Your plan from ${day(at)}: ${plan}`,
    heading: `Your plan changes on ${day(at)}`,
    paragraphs: [
      `From ${day(at)}, your plan is ${plan}. Until then you keep ${before}. Your URLs stay the same.`,
    ],
    facts: [...planFacts(change), ...creditsFact(change.credits), ['From', day(at)]],
    button: { label: 'Open your plan', link },
    reason: billingReason,
  });
}

export function planCanceled(canceled: PricedPlan & { readonly ends: number }): Message {
  const { plan, ends, link } = canceled;
  return fillTemplate({
    subject: `Your plan ends on ${day(ends)}`,
    heading: `Your plan ends on ${day(ends)}`,
    paragraphs: [
      `You canceled ${plan}. Nothing changes until ${day(ends)}, and nothing more is charged.`,
      `From ${day(ends)}, requests to your URLs get an error. Nothing is deleted, and you can keep your plan until then.`,
    ],
    facts: [...planFacts(canceled), ['Ends', moment(ends)]],
    button: { label: 'Keep my plan', link },
    reason: billingReason,
  });
}

function planFacts({ plan, price }: PricedPlan): [string, string][] {
  const text = price && `$${price.dollars.toLocaleString('en-US')} a ${price.each}`;
  return [['Plan', plan], ...optionalFact('Price', text)];
}

function creditsFact(credits: number | null): [string, string][] {
  return optionalFact('Credits', credits === null ? undefined : `${credits.toLocaleString('en-US')} a month`);
}

const billingReason = 'You get this e-mail because the subscription is yours.';

/** To an administrator. */
export function customPlanAsked(
  asked: { readonly email: string; readonly message: string } & Linked,
): Message {
  return fillTemplate({
    subject: `Custom plan: ${asked.email} asks`,
    heading: 'Somebody asks for a custom plan',
    paragraphs: [asked.message],
    facts: [['Account', asked.email]],
    button: { label: 'Open the account', link: asked.link },
    reason: 'You get this e-mail because you are an administrator.',
  });
}
