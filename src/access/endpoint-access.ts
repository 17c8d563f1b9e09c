/**
 * Step 1 of contract 4.2.3: resolves an id to the endpoint and its owner, or throws. The checks have a fixed order: id,
 * token, owner, blocked, initialised, trial / subscription / credits, paused (contract 4.2.2).
 */
import { type Condition, conditionOf, type OwnerStatus, toOwnerStatus } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { idPattern } from '../base/random-id.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import {
  endpointFinder,
  type FindEndpoint,
  type FoundEndpoint,
  proxyFinder,
} from '../endpoints/hit-store.ts';
import { type ErrorKey, ServiceError } from '../errors/errors.ts';
import { startDueCycle } from '../ledger/plan-store.ts';
import type { OwnerStatusRow } from '../storage/database/schema.ts';
import { type Route, requireToken, WrongTokens } from './bearer.ts';

interface Access {
  readonly endpoint: Endpoint;
  readonly owner: OwnerStatus;
  readonly fixedParameters: Readonly<Record<string, string>>;
}

type OpenAccess = (
  id: string,
  authorization: string | undefined,
  /** Hears which endpoint it is, also when the request is then refused. */
  onFound?: (endpointId: string) => void,
) => Promise<Access>;

const refusals: Readonly<Record<Condition, ErrorKey | undefined>> = {
  active: undefined,
  'free trial active': undefined,
  'free trial expired': 'trialExpired',
  'credit balance zero': 'notEnoughCredits',
  'subscription expired': 'notEnoughCredits',
  'account not initialised': 'ownerNotInitialised',
  'account blocked': 'ownerBlocked',
};

/** Throws the refusal of an account in this condition, if it has one. */
export function refuseFor({ config }: AppContext, condition: Condition): void {
  const refusal = refusals[condition];
  if (refusal) throw new ServiceError(refusal, { placeholders: { site: config.siteUrl } });
}

export interface AllAccess {
  readonly direct: OpenAccess;
  readonly proxy: OpenAccess;
  /** For exports started by the owner, who needs no token for their own endpoint. */
  readonly owner: OpenAccess;
}

export function openAllAccess(context: AppContext): AllAccess {
  const shared = { context, wrongTokens: new WrongTokens() };
  const findEndpoint = endpointFinder(context.database);
  return {
    direct: openAccess(shared, findEndpoint, 'direct', 'objectNotFound'),
    proxy: openAccess(shared, proxyFinder(context.database), 'proxy', 'proxyNotFound'),
    owner: openAccess(shared, findEndpoint, undefined, 'objectNotFound'),
  };
}

function openAccess(
  { context, wrongTokens }: { readonly context: AppContext; readonly wrongTokens: WrongTokens },
  find: FindEndpoint,
  route: Route | undefined,
  notFound: ErrorKey,
): OpenAccess {
  const read = async (id: string): Promise<FoundEndpoint> => {
    const found = idPattern.test(id) ? await find(id) : undefined;
    if (!found) throw new ServiceError(notFound);
    return found;
  };
  return async (id, authorization, onFound) => {
    let found = await read(id);
    onFound?.(found.endpoint.id);
    if (route) await requireToken(found.endpoint, authorization, route, wrongTokens);
    let owner = requireOwner(found.owner);
    if (await startDueCycle(context, owner)) {
      found = await read(id);
      owner = requireOwner(found.owner);
    }
    refuseFor(context, conditionOf(owner, context.now()));
    if (found.endpoint.pausedAt !== null) throw new ServiceError('endpointPaused');
    return { endpoint: found.endpoint, owner, fixedParameters: found.fixedParameters };
  };
}

function requireOwner(row: OwnerStatusRow | undefined): OwnerStatus {
  if (!row) throw new ServiceError('ownerNotFound');
  return toOwnerStatus(row);
}

/** For an account whose last credit has just been taken by another request. */
export function refuseForCredits(owner: OwnerStatus, siteUrl: string): ServiceError {
  return new ServiceError(owner.plan === 'trial' ? 'trialExpired' : 'notEnoughCredits', {
    placeholders: { site: siteUrl },
  });
}
