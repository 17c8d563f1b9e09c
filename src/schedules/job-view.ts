/** The view that a scheduled job exports: what is fixed on it is laid over the parameters of the job. */
import { findProxy } from '../endpoints/proxy-store.ts';
import { ServiceError } from '../errors/errors.ts';
import { withFixedParameters } from '../export/fixed-parameters.ts';
import { type ReadQuery, readParameters, readQuery } from '../export/parameters.ts';
import type { Db } from '../storage/database/database.ts';
import type { Job } from './job.ts';

type Viewing = Pick<Job, 'endpointId' | 'view' | 'parameters'>;

/** Undefined: the view is gone, or one of another endpoint. */
export async function queryWithView(
  db: Db,
  { endpointId, view, parameters }: Viewing,
): Promise<ReadQuery | undefined> {
  const query = readQuery(Object.entries(parameters));
  if (view === null) return query;
  const proxy = await findProxy(db, view);
  return proxy?.endpointId === endpointId ? withFixedParameters(query, proxy.parameters) : undefined;
}

export const viewIsGone = 'The view that this schedule exports is gone. Choose another one in the schedule.';

/** What a run is asked with. */
export async function queryOfRun(db: Db, job: Viewing): Promise<ReadQuery> {
  const query = await queryWithView(db, job);
  if (query) return query;
  throw new ServiceError('proxyNotFound', { data: viewIsGone });
}

/** Whether a run saves anything, by itself or by its view; of a view that is gone nothing is known. */
export async function hasDestination(db: Db, job: Viewing & Pick<Job, 'webhookUrl'>): Promise<boolean> {
  if (job.webhookUrl !== null) return true;
  const query = await queryWithView(db, job);
  if (!query) return true;
  const { saveToGdrive, saveToGsheets } = readParameters(query.values);
  return saveToGdrive || saveToGsheets !== undefined;
}
