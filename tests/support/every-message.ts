/** Every mail that there is, with a text of somebody else wherever it has one. */
import * as messages from '../../src/mail/messages.ts';
import * as planMessages from '../../src/mail/plan-messages.ts';

export const link = 'https://tables.example/app/x?a=1&b="2"';
export const at = Date.parse('2026-11-15T06:00:00Z');
const price = { dollars: 20, each: 'month' } as const;

export const everyMessage = (
  text: string,
): Readonly<Record<keyof typeof messages | keyof typeof planMessages, messages.Message>> => ({
  exportRan: messages.exportRan({
    name: text,
    type: 'csv',
    at,
    since: 3,
    saved: [{ label: text, link }],
    link,
  }),
  creditsExhausted: messages.creditsExhausted({ plan: text, cycleEnds: at, link }),
  trialReminder: messages.trialReminder({ requests: 50, link }),
  scheduledExportFailed: messages.scheduledExportFailed({
    job: text,
    endpoint: text,
    dueAt: at,
    zone: 'Europe/Berlin',
    error: text,
    data: text,
    help: text,
    link,
  }),
  scheduleUnreadable: messages.scheduleUnreadable({ job: text, endpoint: text, unreadable: text, link }),
  scheduledExportSucceeded: messages.scheduledExportSucceeded({
    job: text,
    endpoint: text,
    dueAt: at,
    zone: 'Europe/Berlin',
    rows: 1_234,
    bytes: 56_789,
    saved: [
      { label: 'Google Drive', link },
      { label: text, link },
    ],
    link,
  }),
  trialUsedUp: messages.trialUsedUp({ link }),
  connectionStopped: messages.connectionStopped({ platform: text, reason: text, endpoints: text, link }),
  connectionWorks: messages.connectionWorks({ platform: text, endpoints: text, link }),
  urlStopped: messages.urlStopped({
    endpoint: text,
    url: link,
    title: text,
    reason: text,
    details: text,
    since: at,
    label: 'Reconnect',
    link,
  }),
  urlWorks: messages.urlWorks({ endpoint: text, url: link, link }),
  verifyAddress: messages.verifyAddress({ link }),
  accountExists: messages.accountExists({ link }),
  resetPassword: messages.resetPassword({ link }),
  accountDeleted: messages.accountDeleted({ removeAt: at, by: 'owner', link }),
  invitation: messages.invitation({ from: text, link }),
  paymentFailed: planMessages.paymentFailed({ plan: text, price, graceEnds: at, link }),
  subscriptionEnded: planMessages.subscriptionEnded({ plan: text, price, endedAt: at, link }),
  planBegan: planMessages.planBegan({ plan: text, price, at, credits: 500, renewsAt: at, link }),
  planWillChange: planMessages.planWillChange({ plan: text, price, at, credits: 20, before: text, link }),
  planCanceled: planMessages.planCanceled({ plan: text, price, ends: at, link }),
  customPlanAsked: planMessages.customPlanAsked({ email: text, message: text, link }),
});
