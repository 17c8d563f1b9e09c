/** What was done, in words, by its name in the audit log. */
import type { Answer } from '../../api-client.ts';

export type AuditAction = Answer<'GET /api/administrator/audit'>['entries'][number]['action'];

export const auditWords: Readonly<Record<AuditAction, string>> = {
  'account.created': 'Created account',
  'account.signed-up': 'Signed up',
  'account.signed-in': 'Signed in',
  'account.sign-in-failed': 'Wrong password',
  'account.password-set': 'Set a password',
  'account.password-changed': 'Changed password',
  'account.password-reset': 'Reset password',
  'account.reset-link-made': 'Created password link',
  'account.sessions-ended': 'Ended sessions',
  'account.changed': 'Changed account',
  'account.blocked': 'Blocked account',
  'account.unblocked': 'Unblocked account',
  'account.plan-set': 'Set plan',
  'account.end-set': 'Set end of subscription',
  'account.credits-set': 'Set credits',
  'account.credits-granted': 'Granted credits',
  'account.administrator-added': 'Made administrator',
  'account.administrator-removed': 'Removed administrator',
  'account.deleted': 'Deleted account',
  'account.restored': 'Restored account',
  'api-key.created': 'Created API key',
  'api-key.deleted': 'Deleted API key',
  'bin.restored': 'Restored from the bin',
  'bin.removed': 'Deleted for good',
  'connection.created': 'Connected platform',
  'connection.renewed': 'Reconnected platform',
  'connection.changed': 'Renamed connection',
  'connection.joined': 'Joined connections',
  'connection.deleted': 'Disconnected platform',
  'endpoint.created': 'Created endpoint',
  'endpoint.changed': 'Changed endpoint',
  'endpoint.token-changed': 'Changed token',
  'endpoint.token-removed': 'Removed token',
  'endpoint.file-replaced': 'Replaced file',
  'endpoint.sent': 'Sent to webhook',
  'endpoint.paused': 'Paused endpoint',
  'endpoint.resumed': 'Resumed endpoint',
  'endpoint.deleted': 'Deleted endpoint',
  'file.uploaded': 'Uploaded file',
  'invitation.created': 'Invited somebody',
  'invitation.deleted': 'Withdrew invitation',
  'mail.retried': 'Sent mail again',
  'plan.change-begun': 'Asked for plan change',
  'plan.canceled': 'Canceled plan',
  'plan.resumed': 'Kept plan',
  'plan.credits-begun': 'Asked for more credits',
  'proxy.created': 'Created view',
  'proxy.changed': 'Changed view',
  'proxy.renewed': 'Renewed the URL of view',
  'proxy.deleted': 'Deleted view',
  'schedule.created': 'Created schedule',
  'schedule.changed': 'Changed schedule',
  'schedule.paused': 'Paused schedule',
  'schedule.resumed': 'Resumed schedule',
  'schedule.run': 'Ran schedule',
  'schedule.deleted': 'Deleted schedule',
  'webhook-secret.shown': 'Viewed webhook secret',
  'webhook-secret.renewed': 'Renewed webhook secret',
};

export const auditActions = Object.keys(auditWords).filter((name): name is AuditAction => name in auditWords);

/** What it was done to; an account says its address. */
export const targetWords = ({
  kind,
  name,
}: {
  readonly kind: string;
  readonly name: string | null;
}): string => {
  const word = kind === 'proxy' ? 'view' : kind;
  return name === null ? word : kind === 'account' ? name : `${word} ${name}`;
};
