/** The operations on a credit, and the exports that asked for a mail, which is stored in the same transaction. */
import type { ExportRun } from '../mail/export-ran-store.ts';
import type { OutboxMail } from '../mail/outbox-store.ts';

export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
}

/** A run of a scheduled job that has delivered its data; it counts only if the claim is still its own. */
export interface FinishedRun {
  readonly id: string;
  readonly claim: string;
  readonly result: RunResult;
  /** Stored with it. */
  readonly mails: readonly OutboxMail[];
}

/** As the run is kept; `failed` of a receiver that took everything and refused it then. */
type RunResult =
  | { readonly state: 'succeeded'; readonly rows: number | null; readonly bytes: number }
  | { readonly state: 'failed'; readonly error: string; readonly data: string | null };

export type CreditTask =
  | { readonly kind: 'hold' | 'void'; readonly hold: Hold }
  /** Gives back what was charged for an answer that was not sent. */
  | { readonly kind: 'refund'; readonly hold: Hold }
  /** Hold and post in one step. */
  | { readonly kind: 'charge'; readonly hold: Hold; readonly runs: readonly ExportRun[] }
  /** Without a hold if the account has no limit; its mail is still stored. */
  | {
      readonly kind: 'post';
      readonly hold: Hold | undefined;
      readonly runs: readonly ExportRun[];
      /** If its claim is lost, the hold is voided and no mail is stored. */
      readonly finishedRun?: FinishedRun | undefined;
    };
