/**
 * The state of an endpoint is what its requests get, and here are its words: what happened, what that means and the one
 * way to repair it. The account comes first, then a pause, then the connection, then what the last request got, as a
 * request is refused in that order; pure.
 */
import { type Account, type Condition, conditionOf } from '../accounts/account.ts';
import { allSources } from '../sources/all-sources.ts';
import { type OutcomeState, problemStates } from '../usage/outcome.ts';
import {
  type EndpointProblem,
  type KnownConnection,
  type KnownOfEndpoint,
  means,
  problemWords,
  reconnect,
  type Words,
} from '../usage/problem-words.ts';

type StateName = OutcomeState | 'paused' | keyof typeof accountWords;

export interface EndpointState {
  readonly state: StateName;
  /** Null while it works. */
  readonly problem: EndpointProblem | null;
}

/** Of one that no request says anything else of. */
export const workingState: EndpointState = { state: 'working', problem: null };

/** `pausedAt`: null while it is not paused. */
export function endpointState(
  condition: Condition,
  known: KnownOfEndpoint,
  pausedAt: number | null,
): EndpointState {
  if (isRefusing(condition))
    return {
      state: condition,
      problem: { ...accountWords[condition], since: null, details: null },
    };
  if (pausedAt !== null) return { state: 'paused', problem: { ...paused, since: pausedAt } };
  const { outcome, connection } = known;
  const own = outcome && problemStates.find((each) => each === outcome.state);
  const since = outcome?.since ?? null;
  if (connection && (connection.state !== 'working' || connection.problem !== null))
    return stopped(known, connection, own === 'connection stopped' ? since : null);
  if (!outcome || own === undefined) return workingState;
  return { state: own, problem: problemWords(own, known, outcome) };
}

/** Whether every request to its endpoints is refused because of the account. */
export const isRefused = (account: Account, now: number): boolean => isRefusing(conditionOf(account, now));

const accountWords = {
  'account blocked': {
    label: 'Account blocked',
    title: 'Your account is blocked',
    reason: 'Requests get an error. Ask the administrator of this service.',
    repair: null,
  },
  'account not initialised': {
    label: 'Not signed in yet',
    title: 'The owner has never signed in',
    reason: 'Requests get an error until the owner signs in once.',
    repair: null,
  },
  'free trial expired': {
    label: 'Free trial used up',
    title: 'Your free trial is used up',
    reason: `Choose a plan to go on. ${means}`,
    repair: { place: 'plans', label: 'Choose a plan', connectionId: null },
  },
  'subscription expired': {
    label: 'Plan ended',
    title: 'Your plan has ended',
    reason: `Choose a plan to go on. ${means}`,
    repair: { place: 'plans', label: 'Choose a plan', connectionId: null },
  },
  'credit balance zero': {
    label: 'No credits left',
    title: 'You have no credits left',
    reason: `Buy credits, or wait until they renew. ${means}`,
    repair: { place: 'plans', label: 'Buy credits', connectionId: null },
  },
} as const satisfies Partial<Record<Condition, Words>>;

const paused = {
  label: 'Paused',
  title: 'This endpoint is paused',
  reason: 'Requests get an error and schedules are skipped until you resume it. Your URLs stay the same.',
  repair: { place: 'resume', label: 'Resume', connectionId: null },
  details: null,
} as const satisfies Omit<EndpointProblem, 'since'>;

const isRefusing = (condition: Condition): condition is keyof typeof accountWords =>
  Object.hasOwn(accountWords, condition);

function stopped(
  { source, outcome }: KnownOfEndpoint,
  { id, state, problem }: KnownConnection,
  since: number | null,
): EndpointState {
  const platform = allSources[source].label;
  if (state === 'disconnected')
    return {
      state: 'connection stopped',
      problem: {
        label: 'Disconnected',
        title: `${platform} is disconnected`,
        reason: `Reconnect it to go on. ${means}`,
        repair: reconnect(id),
        since,
        details: null,
      },
    };
  return {
    state: 'connection stopped',
    problem: {
      label: 'Connection stopped',
      title: `The connection to ${platform} has stopped`,
      reason: `${platform} no longer accepts it. Reconnect it to go on. ${means}`,
      repair: reconnect(id),
      since,
      details: problem ?? outcome?.data ?? null,
    },
  };
}
