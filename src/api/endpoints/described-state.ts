/** The state of an endpoint as every answer shows it. */
import type { EndpointState } from '../../endpoints/endpoint-state.ts';
import { type Answer, optionalMoment } from '../api.ts';

export function describedState({
  state,
  problem,
}: EndpointState): Pick<Answer<'GET /api/endpoints/:id'>, 'state' | 'problem'> {
  return { state, problem: problem && { ...problem, since: optionalMoment(problem.since) } };
}
