/**
 * What every source is (1.3): from the settings kept with an endpoint to a Table of the current data.
 * Everything outside comes in as an argument.
 */
import type { Table } from '../table.ts';

export interface Source {
  /** How messages name the platform. */
  readonly platform: string;
  /** The current data; throws a ServiceError of section 7 when it cannot be had whole. */
  fetch(request: FetchRequest): Promise<Table>;
  /** Whether the data lies in memory, so that fetching it takes no time and cannot fail. */
  isAtHand(settings: unknown): boolean;
}

export interface FetchRequest {
  /** What the endpoint remembers of its source; each source checks its own shape. */
  readonly settings: unknown;
  /** The fields wanted, in order; null for all. */
  readonly fields: readonly string[] | null;
  /** Folder of uploaded files. */
  readonly uploadsDir: string;
  /** Its signal ends when nobody waits for the data any more. */
  readonly client: { readonly signal: AbortSignal };
}
