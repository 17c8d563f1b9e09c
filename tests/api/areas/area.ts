/** What the walk over every route must know of a part of the contract: bodies, and objects that belong to Ann. */
import type { RouteName } from '../../../src/api/contract.ts';
import type { TestService } from '../../support/service.ts';

export interface Area {
  /** What a route takes to be called rightly. */
  readonly bodies?: Partial<Record<RouteName, unknown>>;
  /** The query that a route needs. */
  readonly queries?: Partial<Record<RouteName, string>>;
  /** Answers, for the beginning of a path (`/api/endpoints/`), the `:id` of an object of Ann. */
  makeObjects?(service: TestService, owner: string): Promise<Readonly<Record<string, string>>>;
  /** Routes that answer something else than 200 to Ann herself, with their reason. */
  readonly refusals?: Partial<Record<RouteName, number>>;
}
