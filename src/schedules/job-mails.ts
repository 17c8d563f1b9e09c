/** The mails that a run of a scheduled job writes to its owner, on success and on failure (contract 6.1.1). */

import type { OwnerStatus } from '../accounts/account.ts';
import { findAccountById } from '../accounts/account-store.ts';
import type { AppContext } from '../app-context.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { helpAddress, type ServiceError } from '../errors/errors.ts';
import { type Message, scheduledExportFailed, scheduledExportSucceeded } from '../mail/messages.ts';
import { mailTo, type OutboxMail } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import type { NamedLink } from '../mail/template.ts';
import type { Job } from './job.ts';

interface SucceededRun {
  readonly job: Job;
  readonly owner: OwnerStatus;
  readonly endpoint: Endpoint;
  readonly dueAt: number;
  readonly rows: number | null;
  readonly bytes: number;
  readonly saved: readonly NamedLink[];
}

export function successMails({ config }: AppContext, run: SucceededRun): OutboxMail[] {
  const { job, owner, endpoint, dueAt, rows, bytes, saved } = run;
  const link = siteLink(config, `schedules/${job.id}`);
  const { zone } = job.schedule;
  const told = { job: job.name, endpoint: endpoint.name, dueAt, zone, rows, bytes, saved, link };
  return [mailTo(owner, scheduledExportSucceeded(told))];
}

export async function failureMails(
  context: AppContext,
  { job, dueAt, error }: { readonly job: Job; readonly dueAt: number; readonly error: ServiceError },
): Promise<OutboxMail[]> {
  const { message, data, key } = error;
  const help = helpAddress(context.config.docsUrl, key);
  return mailsAbout(context, job, (told) =>
    scheduledExportFailed({ ...told, dueAt, zone: job.schedule.zone, error: message, data, help }),
  );
}

/** What every mail about a job names. */
interface AboutJob {
  readonly job: string;
  readonly endpoint: string;
  readonly link: string;
}

/** None if the owner is gone. */
export async function mailsAbout(
  context: AppContext,
  job: Job,
  message: (told: AboutJob) => Message,
): Promise<OutboxMail[]> {
  const { config, database } = context;
  const owner = await findAccountById(context, job.accountId);
  if (!owner) return [];
  const endpoint = await findEndpoint(database.db, job.endpointId);
  const told = {
    job: job.name,
    endpoint: endpoint?.name ?? job.endpointId,
    link: siteLink(config, `schedules/${job.id}`),
  };
  return [mailTo(owner, message(told))];
}
