/**
 * What an owner wants of a scheduled job, checked: everything that can be wrong by itself is refused here, when a job
 * is made and when it is changed.
 */
import type { Account } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { nameText } from '../base/typed-text.ts';
import { SaveProblem } from '../destinations/save-errors.ts';
import { webhookUrl } from '../destinations/webhook.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { ServiceError } from '../errors/errors.ts';
import { inputRefused, RefusedError } from '../errors/refused-error.ts';
import { type ReadQuery, readParameters, unknownParameter } from '../export/parameters.ts';
import { type TrySample, tryParameters } from '../export/try-parameters.ts';
import { plans } from '../ledger/plans/plans.ts';
import { readSchedule, type WrittenSchedule } from './cadence.ts';
import type { Job } from './job.ts';
import { queryWithView } from './job-view.ts';

export interface WantedJob {
  readonly endpointId: string;
  readonly name: string;
  readonly query: ReadQuery;
  /** A view of the endpoint, by the digest of its proxy; null: none. */
  readonly view: string | null;
  readonly webhook: string | undefined;
  readonly schedule: WrittenSchedule;
}

const longestUrl = 2_000;
const longestParameters = 20_000;

type CheckedJob = Pick<Job, 'endpointId' | 'name' | 'parameters' | 'view' | 'webhookUrl' | 'schedule'>;

/** What it exports is tried, unless it is what `before` exports already. */
export async function checkJob(
  context: AppContext,
  account: Account,
  wanted: WantedJob,
  trySample: TrySample,
  before?: Job,
): Promise<CheckedJob> {
  requirePaidPlan(account, context.now());
  const endpoint = await requireOwnEndpoint(context, account, wanted.endpointId);
  const checked = {
    endpointId: endpoint.id,
    name: requireName(wanted.name),
    schedule: readSchedule(wanted.schedule),
    parameters: requireParameters(wanted.query),
    view: wanted.view,
    webhookUrl: requireWebhook(context, wanted.webhook),
  };
  if (before && isSameExport(before, checked)) return checked;
  const query = await queryWithView(context.database.db, checked);
  if (!query) throw inputRefused('Choose one of the views of this endpoint.', 'view');
  const field = checked.view === null ? 'parameters' : 'view';
  // What the view displaces is ignored: that is told nowhere, and no mistake.
  await tryParameters(context, { endpoint, query: { ...query, ignored: [] }, field }, trySample);
  return checked;
}

function isSameExport(one: CheckedJob, other: CheckedJob): boolean {
  const exported = ({ endpointId, view, parameters }: CheckedJob): string =>
    JSON.stringify([endpointId, view, Object.entries(parameters).toSorted()]);
  return exported(one) === exported(other);
}

export function requirePaidPlan(account: Account, now: number): void {
  const refusal = planRefusal(account, now);
  if (refusal !== null) throw new RefusedError('notEnoughCredits', refusal);
}

/** Why the account cannot have scheduled jobs; null if it can. */
export function planRefusal({ email, plan, subscriptionEnds }: Account, now: number): string | null {
  const hasEnded = subscriptionEnds !== null && subscriptionEnds <= now;
  if (plan !== 'trial' && !hasEnded) return null;
  const reason = hasEnded
    ? `The subscription of ${email} has ended`
    : `${email} has the ${plans.trial.label}`;
  return `Scheduled jobs need a paid plan. ${reason}: choose a plan first.`;
}

async function requireOwnEndpoint({ database }: AppContext, account: Account, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(database.db, id);
  if (endpoint?.accountId === account.id) return endpoint;
  throw inputRefused(
    `${account.email} has no endpoint ${id}. List them with: endpoint list ${account.email}`,
    'endpointId',
  );
}

function requireName(name: string): string {
  const { data } = nameText.safeParse(name);
  if (data !== undefined) return data;
  throw inputRefused('The name of a job is one line of 1 to 200 characters.', 'name');
}

function requireParameters(query: ReadQuery): Job['parameters'] {
  const problem = parameterProblem(query);
  if (problem !== undefined) throw inputRefused(problem, 'parameters');
  return { ...query.values };
}

function parameterProblem(query: ReadQuery): string | undefined {
  const unknown = unknownParameter(query);
  if (unknown !== undefined) return unknown;
  try {
    // The waiting page is for a person at a browser.
    if (readParameters(query.values).showWaitPage) {
      return 'show_wait_page has no effect in a scheduled job; leave it out.';
    }
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
  return JSON.stringify(query.values).length > longestParameters
    ? `The parameters of a job may have ${longestParameters} characters together; shorten them.`
    : undefined;
}

/** As an export checks it; where its name leads to is looked up with every run. */
function requireWebhook({ config }: AppContext, url: string | undefined): string | null {
  if (url === undefined) return null;
  if (url.length > longestUrl) {
    throw inputRefused(
      `The address of a webhook may have ${longestUrl} characters; use a shorter one.`,
      'webhook',
    );
  }
  try {
    return webhookUrl(url, config.webhookPrivateAddresses).href;
  } catch (error) {
    throw error instanceof SaveProblem ? inputRefused(error.message, 'webhook') : error;
  }
}
