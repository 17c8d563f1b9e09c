/**
 * Every mail that the service sends but those about plans, one function each: it returns subject, text and HTML for an event. The cause
 * decides when; links lead to what the mail is about.
 */
import { type Linked, moment, optionalFact, zoned } from './message-parts.ts';
import { fillTemplate, type Message, type NamedLink } from './template.ts';

export type { Message } from './template.ts';

/** `since`: how many exports of the endpoint ran since the mail before, without one of their own. `saved`: to where. */
export function exportRan(
  run: {
    readonly name: string;
    readonly type: string;
    readonly at: number;
    readonly since: number;
    readonly saved: readonly NamedLink[];
  } & Linked,
): Message {
  const others =
    run.since === 1
      ? 'Another export that asked for a mail ran since the last one.'
      : `${run.since} other exports that asked for a mail ran since the last one.`;
  return fillTemplate({
    kind: 'successes',
    subject: `Export ran: ${run.name}`,
    heading: 'Export ran',
    paragraphs: ['An export returned its data.', ...(run.since > 0 ? [others] : [])],
    facts: [
      ['Export', run.name],
      ['Time', moment(run.at)],
      ['Format', run.type],
    ],
    saved: run.saved,
    button: { label: 'Open the endpoint', link: run.link },
    reason:
      'You get this e-mail because the request carried email_me=true. There is at most one for an endpoint in five minutes.',
  });
}

/** `cycleEnds` is null where credits do not come back by themselves, as on the trial. */
export function creditsExhausted(
  balance: { readonly plan: string; readonly cycleEnds: number | null } & Linked,
): Message {
  return fillTemplate({
    kind: 'credits',
    subject: 'Your credits are used up',
    heading: 'Your credits are used up',
    paragraphs: [
      'You have used your last credit. Requests to your URLs get an error for now. Your endpoints and URLs stay the same.',
      balance.cycleEnds === null
        ? 'Choose a plan to go on.'
        : `Your credits renew on ${moment(balance.cycleEnds)}. To go on before that, buy credits or change to a larger plan.`,
    ],
    facts: [['Plan', balance.plan]],
    button: { label: 'Open plans and credits', link: balance.link },
    reason: 'You get this e-mail once in a billing cycle, when the balance of your account reaches zero.',
  });
}

export function trialUsedUp({ link }: Linked): Message {
  return fillTemplate({
    kind: 'credits',
    subject: 'Your free trial is used up',
    heading: 'Your free trial is used up',
    paragraphs: [
      'You have used the 10 credits of the free trial. Requests to your URLs get an error until you choose a plan. Your endpoints and URLs stay the same.',
    ],
    button: { label: 'Choose a plan', link },
    reason: 'You get this e-mail once, when the free trial is used up.',
  });
}

export function trialReminder(trial: { readonly requests: number } & Linked): Message {
  return fillTemplate({
    kind: 'product',
    subject: `Your free trial: ${trial.requests} requests`,
    heading: 'Somebody is asking for your data',
    paragraphs: [
      `Your endpoints have had ${trial.requests} requests, including those that got an error.`,
      'Your account is on the free trial. When its credits are used up, choose a plan: your URLs stay the same.',
    ],
    button: { label: 'Choose a plan', link: trial.link },
    reason: 'You get this e-mail because your account is on the free trial.',
  });
}

/** `error`, `data` and `help` of contract 7.1. */
export function scheduledExportFailed(
  run: {
    readonly job: string;
    readonly endpoint: string;
    readonly dueAt: number;
    readonly zone: string;
    readonly error: string;
    readonly data?: string | undefined;
    readonly help?: string | undefined;
  } & Linked,
): Message {
  return fillTemplate({
    kind: 'failures',
    subject: `Scheduled Export Failed: ${run.job}`,
    heading: 'Scheduled export failed',
    paragraphs: ['A run of your scheduled job failed. It used no credit. The next run stays as planned.'],
    facts: [
      ['Job', run.job],
      ['Endpoint', run.endpoint],
      ['Due', zoned(run.dueAt, run.zone)],
      ['Reason', run.error],
      ...optionalFact('Details', run.data),
      ...optionalFact('Help', run.help),
    ],
    button: { label: 'Open the job', link: run.link },
    reason: scheduledReason,
  });
}

/** `unreadable`: which parts of it. */
export function scheduleUnreadable(
  schedule: { readonly job: string; readonly endpoint: string; readonly unreadable: string } & Linked,
): Message {
  return fillTemplate({
    kind: 'failures',
    subject: `Scheduled Export Stopped: ${schedule.job}`,
    heading: 'A schedule cannot be read',
    paragraphs: [
      'Something went wrong on our side: a part of your scheduled job cannot be read, so it does not run for now. It used no credit.',
      'Open the job, check it and save it again; it then runs as planned. Or delete it.',
    ],
    facts: [
      ['Job', schedule.job],
      ['Endpoint', schedule.endpoint],
      ['Cannot be read', schedule.unreadable],
    ],
    button: { label: 'Open the job', link: schedule.link },
    reason: 'You get this e-mail once, because a scheduled job of your account does not run.',
  });
}

export function scheduledExportSucceeded(
  run: {
    readonly job: string;
    readonly endpoint: string;
    readonly dueAt: number;
    readonly zone: string;
    readonly rows: number | null;
    readonly bytes: number | null;
    readonly saved: readonly NamedLink[];
  } & Linked,
): Message {
  return fillTemplate({
    kind: 'successes',
    subject: `Scheduled Export Succeeded: ${run.job}`,
    heading: 'Scheduled export succeeded',
    paragraphs: ['A run of your scheduled job exported its data.'],
    facts: [
      ['Job', run.job],
      ['Endpoint', run.endpoint],
      ['Due', zoned(run.dueAt, run.zone)],
      ...optionalFact('Rows', run.rows?.toLocaleString('en-US')),
      ...optionalFact('Bytes', run.bytes?.toLocaleString('en-US')),
    ],
    saved: run.saved,
    button: { label: 'Open the job', link: run.link },
    reason: scheduledReason,
  });
}

const scheduledReason = 'You get this e-mail because the schedule is yours.';

/** `title`, `reason` and `details` as the page of the endpoint says them. */
export function urlStopped(
  stopped: {
    readonly endpoint: string;
    readonly url: string;
    readonly title: string;
    readonly reason: string;
    readonly details: string | null;
    readonly since: number;
    readonly label: string;
  } & Linked,
): Message {
  return fillTemplate({
    kind: 'problems',
    subject: `Your URL stopped working: ${stopped.endpoint}`,
    heading: stopped.title,
    paragraphs: [stopped.reason, 'Failed requests use no credits. We write again when the URL works.'],
    facts: [
      ['Endpoint', stopped.endpoint],
      ['URL', stopped.url],
      ['Since', moment(stopped.since)],
      ...optionalFact('Details', stopped.details ?? undefined),
    ],
    button: { label: stopped.label, link: stopped.link },
    reason: 'You get this e-mail once for each problem of your endpoints.',
  });
}

export function urlWorks(works: { readonly endpoint: string; readonly url: string } & Linked): Message {
  return fillTemplate({
    kind: 'problems',
    subject: `Your URL works again: ${works.endpoint}`,
    heading: 'Your URL works again',
    paragraphs: ['Requests get their data again. There is nothing to do.'],
    facts: [
      ['Endpoint', works.endpoint],
      ['URL', works.url],
    ],
    button: { label: 'Open the endpoint', link: works.link },
    reason: 'You get this e-mail once for each problem of your endpoints that is over.',
  });
}

/** `endpoints`: the names of those that use it. */
export function connectionWorks(
  connection: { readonly platform: string; readonly endpoints: string | undefined } & Linked,
): Message {
  return fillTemplate({
    kind: 'problems',
    subject: `Your connection to ${connection.platform} works again`,
    heading: `Your connection to ${connection.platform} works again`,
    paragraphs: ['Requests to its endpoints get their data again. There is nothing to do.'],
    facts: optionalFact('Endpoints', connection.endpoints),
    button: { label: 'Open the connection', link: connection.link },
    reason: 'You get this e-mail once, when a connection of your account works again.',
  });
}

export function connectionStopped(
  connection: {
    readonly platform: string;
    readonly reason: string;
    readonly endpoints: string | undefined;
  } & Linked,
): Message {
  return fillTemplate({
    kind: 'problems',
    subject: `Your connection to ${connection.platform} stopped working`,
    heading: `Your connection to ${connection.platform} stopped working`,
    paragraphs: [
      'Requests to its endpoints get an error until you reconnect it. Your URLs and settings stay the same, and failed requests use no credits.',
    ],
    facts: [['Reason', connection.reason], ...optionalFact('Endpoints', connection.endpoints)],
    button: { label: 'Reconnect', link: connection.link },
    reason: 'You get this e-mail once, when a connection of your account stops working.',
  });
}

export function verifyAddress({ link }: Linked): Message {
  return fillTemplate({
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address',
    paragraphs: ['Please confirm that this address is yours. Your account is ready after that.'],
    button: { label: 'Confirm the address', link },
    reason:
      'You get this e-mail because somebody signed up with this address. If it was not you, ignore it: without the confirmation nothing happens.',
  });
}

export function accountExists({ link }: Linked): Message {
  return fillTemplate({
    subject: 'You have an account already',
    heading: 'You have an account already',
    paragraphs: [
      'Somebody tried to sign up with this address, which has an account. Sign in with its password; if you have forgotten it, the page helps you to choose a new one.',
    ],
    button: { label: 'Sign in', link },
    reason:
      'You get this e-mail because somebody signed up with this address. If it was not you, ignore it: nothing was changed.',
  });
}

export function resetPassword({ link }: Linked): Message {
  return fillTemplate({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: ['With this link you can choose a new password for your account. It works once.'],
    button: { label: 'Choose a new password', link },
    reason:
      'You get this e-mail because somebody asked for a new password for this address. If it was not you, ignore it: your password stays as it is.',
  });
}

export function invitation({ from, link }: { readonly from: string } & Linked): Message {
  return fillTemplate({
    subject: `${from.slice(0, 100)} invites you to Tablecast`,
    heading: 'You are invited to Tablecast',
    paragraphs: ['Tablecast turns tables into addresses that always answer with the current data.'],
    facts: [['Invited by', from.slice(0, 100)]],
    button: { label: 'Accept the invitation', link },
    reason: 'You get this e-mail because somebody entered your address. If you do not know them, ignore it.',
  });
}

/** What an administrator has deleted, only an administrator brings back: then the link leads to the dashboard. */
export function accountDeleted(
  deletion: { readonly removeAt: number; readonly by: 'owner' | 'administrator' } & Linked,
): Message {
  const { removeAt, by, link } = deletion;
  const until = moment(removeAt);
  return fillTemplate({
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      'Your URLs no longer answer, your schedules have stopped, and nothing is charged any more.',
      by === 'owner'
        ? `Your endpoints, files, schedules and connections are removed for good on ${until}. Until then you can bring the account back as it was.`
        : `An administrator deleted the account. Your endpoints, files, schedules and connections are removed for good on ${until}. Until then an administrator can bring the account back: ask them.`,
    ],
    button: { label: by === 'owner' ? 'Restore my account' : 'Open Tablecast', link },
    reason: 'You get this e-mail because the account of this address was deleted.',
  });
}
