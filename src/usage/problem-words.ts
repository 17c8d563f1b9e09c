/**
 * The words of each problem that an endpoint can have: what happened, what that means and the one way to repair it; for
 * pages, the command line and mails; pure.
 */
import { allSources, type SourceName } from '../sources/all-sources.ts';
import type { ProblemState } from './outcome.ts';

export interface Words {
  /** In a list. */
  readonly label: string;
  readonly title: string;
  readonly reason: string;
  readonly repair: Repair | null;
}

export interface Repair {
  readonly place: 'columns' | 'connection' | 'plans' | 'resume';
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

export interface KnownOfEndpoint {
  readonly source: SourceName;
  /** Null if the source is not a platform. */
  readonly connection: KnownConnection | null;
  /** Undefined before the first request. */
  readonly outcome: KnownOutcome | undefined;
}

export interface KnownConnection {
  readonly id: string;
  readonly state: string;
  readonly problem: string | null;
}

export interface KnownOutcome {
  readonly state: string;
  readonly error: string | null;
  readonly data: string | null;
  readonly since: number;
}

export const means = 'Requests get an error until then. Your URLs stay the same.';

export function reconnect(connectionId: string | null): Repair {
  return { place: 'connection', label: 'Reconnect', connectionId };
}

export function problemWords(
  state: ProblemState,
  known: KnownOfEndpoint,
  outcome: KnownOutcome,
): EndpointProblem {
  return { ...words[state](known, outcome), since: outcome.since };
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
