/** What can happen to a credit of an account (DESIGN section 1, "charging"), and the mails written with it. */

export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
}

export interface OutboxMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export type CreditTask =
  | { readonly kind: 'hold' | 'void'; readonly hold: Hold }
  /** A hold and its post in one step. */
  | { readonly kind: 'charge'; readonly hold: Hold; readonly mails: readonly OutboxMail[] }
  /** Without a hold where the account has no limit; its mails are written all the same. */
  | { readonly kind: 'post'; readonly hold: Hold | undefined; readonly mails: readonly OutboxMail[] };
