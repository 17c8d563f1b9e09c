/**
 * The state of an endpoint is what its requests get, and here are its words: what happened, what that means and the one
 * way to repair it. The account comes first, then the connection, then what the last request got, as a request is
 * refused in that order; pure.
 */
import type { Condition } from '../accounts/account.ts';
import { allSources, type SourceName } from '../sources/all-sources.ts';
import { type OutcomeState, type ProblemState, problemStates } from '../usage/outcome.ts';

type StateName = OutcomeState | keyof typeof accountWords;

interface Words {
  /** In a list. */
  readonly label: string;
  readonly title: string;
  readonly reason: string;
  readonly repair: Repair | null;
}

export interface Repair {
  readonly place: 'columns' | 'connection' | 'plans';
  /** What the button says. */
  readonly label: string;
  /** Null unless it is one that is to be reconnected. */
  readonly connectionId: string | null;
}

export interface EndpointProblem extends Words {
  /** Null when nobody knows. */
  readonly since: number | null;
  /** As the platform said it. */
  readonly details: string | null;
}

export interface EndpointState {
  readonly state: StateName;
  /** Null while it works. */
  readonly problem: EndpointProblem | null;
}

export interface KnownOfEndpoint {
  readonly source: SourceName;
  /** Null if the source is not a platform. */
  readonly connection: KnownConnection | null;
  /** Undefined before the first request. */
  readonly outcome: KnownOutcome | undefined;
}

interface KnownConnection {
  readonly id: string;
  readonly state: string;
  readonly problem: string | null;
}

interface KnownOutcome {
  readonly state: string;
  readonly error: string | null;
  readonly data: string | null;
  readonly since: number;
}

export function endpointState(condition: Condition, known: KnownOfEndpoint): EndpointState {
  if (isRefusing(condition))
    return {
      state: condition,
      problem: { ...accountWords[condition], since: null, details: null },
    };
  const { outcome, connection } = known;
  const own = outcome && problemStates.find((each) => each === outcome.state);
  const since = outcome?.since ?? null;
  if (connection && (connection.state !== 'working' || connection.problem !== null))
    return stopped(known, connection, own === 'connection stopped' ? since : null);
  if (!outcome || own === undefined) return { state: 'working', problem: null };
  return { state: own, problem: { ...words[own](known, outcome), since } };
}

const means = 'Requests get an error until then. Your URLs stay the same.';

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

const isRefusing = (condition: Condition): condition is keyof typeof accountWords =>
  Object.hasOwn(accountWords, condition);

function reconnect(connectionId: string | null): Repair {
  return { place: 'connection', label: 'Reconnect', connectionId };
}

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

type Told = (known: KnownOfEndpoint, outcome: KnownOutcome) => Words & Pick<EndpointProblem, 'details'>;

const words: Readonly<Record<ProblemState, Told>> = {
  'source changed': ({ source, connection }, { data }) => ({
    label: 'Source changed',
    title: connection ? `Your ${allSources[source].label} table has changed` : 'Your file has changed',
    reason: `${changesTold(data)}Choose other columns${connection ? ' or accept the new ones' : ''}. ${means}`,
    repair: { place: 'columns', label: 'Choose columns', connectionId: null },
    details: null,
  }),
  // Of a connection that works for others.
  'connection stopped': ({ source, connection }, { data }) => ({
    label: 'Connection stopped',
    title: `${allSources[source].label} refuses access to this table`,
    reason: `Give the connection access to it there, or reconnect. ${means}`,
    repair: reconnect(connection?.id ?? null),
    details: data,
  }),
  failing: ({ source, connection }, { error, data }) => {
    const from = connection ? allSources[source].label : 'Your file';
    return { label: 'Failing', repair: null, details: data, ...failingWords(error, from) };
  },
};

function failingWords(error: string | null, from: string): Pick<Words, 'title' | 'reason'> {
  if (error === 'platformRateLimit')
    return {
      title: `${from} limits how often it can be read`,
      reason: 'Requests get an error until the limit is over. If this happens often, send fewer requests.',
    };
  if (error === 'sourceUnavailable')
    return {
      title: `${from} can't be read`,
      reason: 'Requests get an error. Each request tries again; if it stays, check the table at its source.',
    };
  return {
    title: 'Something went wrong on our side',
    reason: 'Requests get an error. Each request tries again; if it stays, tell the administrator.',
  };
}

/** Which column, in words of ours: not the names that a platform gives to types. */
export function changesTold(data: string | null): string {
  if (data === null) return '';
  const told = data.replace(
    /The field ("(?:[^"\\]|\\.)*") was of type \S+ and is now \S+\./g,
    'The field $1 has another type now.',
  );
  return `${told} `;
}
