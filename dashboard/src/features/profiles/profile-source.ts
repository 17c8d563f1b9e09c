/** Where the profile of a column comes from: the endpoint with what is set on it, or its public page. */
import { type Answer, call } from '../../api-client.ts';

export type ColumnProfile = Answer<'POST /api/endpoints/:id/profile'>;

export interface ProfileSource {
  /** Tells its profiles from those of others. */
  readonly key: readonly unknown[];
  load(column: string, signal: AbortSignal): Promise<ColumnProfile>;
}

export function endpointProfiles(id: string, parameters: Readonly<Record<string, string>>): ProfileSource {
  return {
    key: ['POST /api/endpoints/:id/profile', id, parameters],
    load: (column, signal) =>
      call(
        'POST /api/endpoints/:id/profile',
        { params: { id }, body: { column, parameters: { ...parameters } } },
        signal,
      ),
  };
}

export function publicProfiles(id: string): ProfileSource {
  return {
    key: ['GET /api/public/:id/profile', id],
    load: (column, signal) =>
      call('GET /api/public/:id/profile', { params: { id }, query: { column } }, signal),
  };
}
