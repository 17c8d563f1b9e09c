/**
 * What a stranger sees of an endpoint whose owner has switched its public page on. Off, deleted, never there, and of
 * an owner who is blocked or gone: all answer alike.
 */
import { findAccountById } from '../../accounts/account-store.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { findEndpoint } from '../../endpoints/endpoint-store.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import { ServiceError } from '../../errors/errors.ts';
import { clientUntil } from '../../export/client.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { sampleRows } from '../../export/run-sample.ts';
import { totalsOfEndpoint } from '../../usage/usage-store.ts';
import { type Handlers, optionalMoment } from '../api.ts';
import { fileProfile, shownProfile } from './column-profile.ts';
import { isOpen, publicSample } from './public-samples.ts';

export const publicPageHandlers = {
  'GET /api/public/:id': async ({ context, params }) => {
    const endpoint = await publicEndpoint(context, params);
    const { lastHitAt } = await totalsOfEndpoint(context, endpoint.id);
    return {
      name: endpoint.name,
      description: endpoint.description,
      url: endpointUrl(context, endpoint.id),
      type: endpoint.type,
      isProtected: endpoint.tokenDigest !== null,
      isPaused: endpoint.pausedAt !== null,
      lastHitAt: optionalMoment(lastHitAt),
    };
  },
  'GET /api/public/:id/sample': async ({ context, params }) =>
    (await publicSample(context, await servingEndpoint(context, params))).answer,
  'GET /api/public/:id/profile': async ({ context, params, query, signal }) => {
    const endpoint = await servingEndpoint(context, params);
    if (!isOpen(endpoint)) throw new ServiceError('notFound');
    if (endpoint.source === 'csv_upload') {
      // Made once for each file, whoever asks: nobody's time.
      const asking = { client: clientUntil(signal), spent: () => {} };
      return fileProfile(context, { endpoint, parameters: { allFields: false } }, query.column, asking);
    }
    const { profile } = await publicSample(context, endpoint);
    return shownProfile(profile, query.column, profile.rows < sampleRows);
  },
} satisfies Partial<Handlers>;

/** Nothing of its data is shown while it is paused. */
async function servingEndpoint(context: ExportContext, params: { readonly id: string }): Promise<Endpoint> {
  const endpoint = await publicEndpoint(context, params);
  if (endpoint.pausedAt !== null) throw new ServiceError('endpointPaused');
  return endpoint;
}

async function publicEndpoint(context: ExportContext, { id }: { readonly id: string }): Promise<Endpoint> {
  const endpoint = await findEndpoint(context.database.db, id);
  const owner = endpoint?.isPublic ? await findAccountById(context, endpoint.accountId) : undefined;
  if (!endpoint || !owner || owner.blocked) throw new ServiceError('notFound');
  return endpoint;
}
