/**
 * The interface of a destination (step 9 of contract 4.2.3): saves an export to an external service before the request
 * is charged and answered, completely or with an error. Everything it needs is passed as an argument (contract 4.6).
 */
import type { CallPlatform } from '../platform/platform-request.ts';
import type { Table } from '../table/table.ts';

export interface Destination {
  /** Completes "Could not save to …". */
  readonly name: string;
  /**
   * Saves the complete export or throws a ServiceError: saveRefused (423), saveRateLimited (429) or saveFailed
   * (500). After the signal is aborted it throws the error that the abort caused. Returns the page on which a person
   * sees what was saved, if there is one; it has no fragment, and nothing in it comes unchecked from outside.
   */
  save(request: SaveRequest): Promise<string | undefined>;
}

export interface SaveRequest {
  readonly filename: string;
  /** Content-Type of the export's format. */
  readonly contentType: string;
  /** The complete rendered export on disk. */
  readonly file: { readonly path: string; readonly bytes: number };
  /** The same rows as values; can be iterated more than once. */
  readonly table: Table;
  readonly target: SaveTarget;
  /** For the Google destinations. */
  readonly call: CallPlatform;
  readonly signal: AbortSignal;
}

/** Each destination uses some of these fields and fails if one of them is missing. */
export interface SaveTarget {
  /** Spreadsheet id, for `save_to_gsheets`. */
  readonly spreadsheet?: string | undefined;
  /** Title of the sheet in it. */
  readonly sheet?: string | undefined;
  /** Address of the webhook. */
  readonly url?: string | undefined;
  /** Key of the webhook's signature. */
  readonly secret?: string | undefined;
  /** True if the operator allows webhooks to private networks. */
  readonly allowPrivate?: boolean | undefined;
}
