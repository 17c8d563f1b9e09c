/**
 * What every destination is (step 9 of 4.2): it keeps an export somewhere outside before the request is charged
 * and answered, all of it or an error. Everything it needs comes in as an argument (4.6).
 */
import type { CallPlatform } from '../platform-request.ts';
import type { Table } from '../table.ts';

export interface Destination {
  /** Completes "Could not save to …". */
  readonly name: string;
  /**
   * All of it or an error: throws ServiceError saveRefused (423), saveRateLimited (429) or saveFailed (500);
   * once the signal is aborted, whatever the abort caused.
   */
  save(request: SaveRequest): Promise<void>;
}

export interface SaveRequest {
  readonly filename: string;
  /** Content-Type of the export's format (4.7). */
  readonly contentType: string;
  /** The rendered export, whole on disk. */
  readonly file: { readonly path: string; readonly bytes: number };
  /** The same rows as values; can be read several times. */
  readonly table: Table;
  readonly target: SaveTarget;
  /** For the Google destinations. */
  readonly call: CallPlatform;
  readonly signal: AbortSignal;
}

/** Where exactly; each destination refuses a save whose part is missing. */
export interface SaveTarget {
  /** Id of the spreadsheet, for `save_to_gsheets`. */
  readonly spreadsheet?: string | undefined;
  /** Title of the sheet in it. */
  readonly sheet?: string | undefined;
  /** Address of the webhook. */
  readonly url?: string | undefined;
  /** Signs what is sent to the webhook. */
  readonly secret?: string | undefined;
  /** The operator lets webhooks reach private networks. */
  readonly allowPrivate?: boolean | undefined;
}
