/** The operations on a credit, and the exports that asked for a mail, which is stored in the same transaction (DESIGN section 1, "charging"). */
import type { ExportRun } from '../mail/export-ran-store.ts';

export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
}

export type CreditTask =
  | { readonly kind: 'hold' | 'void'; readonly hold: Hold }
  /** Gives back what was charged for an answer that was not sent. */
  | { readonly kind: 'refund'; readonly hold: Hold }
  /** Hold and post in one step. */
  | { readonly kind: 'charge'; readonly hold: Hold; readonly runs: readonly ExportRun[] }
  /** Without a hold if the account has no limit; its mail is still stored. */
  | { readonly kind: 'post'; readonly hold: Hold | undefined; readonly runs: readonly ExportRun[] };
