/** The mails about plans and payments, which always arrive: what changes, when, and for which price. */
import { day, moment, optionalFact } from './message-parts.ts';
import { fillTemplate, type Message } from './template.ts';

interface Linked {
  readonly link: string;
}

export function paymentFailed(
  payment: { readonly plan: string; readonly graceEnds: number } & Linked,
): Message {
  return fillTemplate({
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [
      `We could not collect the payment for your plan. Your endpoints go on answering until ${moment(payment.graceEnds)}; after that requests are refused until it is paid.`,
      'Please check your card or choose another way to pay.',
    ],
    facts: [['Plan', payment.plan]],
    button: { label: 'Check the payment', link: payment.link },
    reason: billingReason,
  });
}

export function subscriptionEnded({ plan, link }: { readonly plan: string } & Linked): Message {
  return fillTemplate({
    subject: 'Your subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      'Requests to your endpoints are now refused with status 403. Your endpoints stay as they are: with a plan they answer again at the same addresses.',
    ],
    facts: [['Plan', plan]],
    button: { label: 'Choose a plan', link },
    reason: billingReason,
  });
}

/** `price` as the list of plans has it; undefined of a plan that has none. */
export function planChanged(
  change: {
    readonly plan: string;
    readonly at: number;
    readonly isFuture: boolean;
    readonly price: { readonly dollars: number; readonly each: string } | undefined;
  } & Linked,
): Message {
  const { plan, at, isFuture, price, link } = change;
  return fillTemplate({
    subject: `Your plan: ${plan}`,
    heading: isFuture ? `Your plan changes on ${day(at)}` : `Your plan is ${plan}`,
    paragraphs: [
      isFuture
        ? `${plan} begins on ${day(at)}. Nothing changes until then.`
        : `${plan} began on ${day(at)}. Your URLs stay the same.`,
    ],
    facts: [
      ['Plan', plan],
      ...optionalFact('Price', price && `$${price.dollars.toLocaleString('en-US')} a ${price.each}`),
      ['From', day(at)],
    ],
    button: { label: 'Open your plan', link },
    reason: billingReason,
  });
}

export function planCanceled({
  plan,
  ends,
  link,
}: { readonly plan: string; readonly ends: number } & Linked): Message {
  return fillTemplate({
    subject: `Your plan ends on ${day(ends)}`,
    heading: `Your plan ends on ${day(ends)}`,
    paragraphs: [
      `You canceled ${plan}. Nothing changes until ${day(ends)}, and nothing more is charged.`,
      'After that, requests to your URLs get an error. Nothing is deleted, and you can keep your plan until then.',
    ],
    facts: [
      ['Plan', plan],
      ['Ends', day(ends)],
    ],
    button: { label: 'Keep my plan', link },
    reason: billingReason,
  });
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
